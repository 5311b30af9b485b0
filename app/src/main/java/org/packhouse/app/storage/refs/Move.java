package org.packhouse.app.storage.refs;

import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.hooks.RefChange;

/** A ref move as stored: ids of 40 hex digits, zeros for an absent ref; for HEAD, full names. */
public record Move(String ref, String from, String to) {

  private static final String NOTHING = ObjectId.zeroId().name();

  public static Move of(RefChange change) {
    return new Move(change.refName(), change.oldId().name(), change.newId().name());
  }

  public static Move ofHead(String from, String to) {
    return new Move(Constants.HEAD, from, to);
  }

  public boolean isHead() {
    return ref.equals(Constants.HEAD);
  }

  public boolean isDelete() {
    return to.equals(NOTHING);
  }

  public boolean isAdd() {
    return from.equals(NOTHING);
  }

  public boolean changesNothing() {
    return from.equals(to);
  }

  public RefChange toChange() {
    return new RefChange(ref, ObjectId.fromString(from), ObjectId.fromString(to));
  }

  /** Returns the content of the loose ref file. */
  public String content() {
    return isHead() ? "ref: " + to + "\n" : to + "\n";
  }
}
