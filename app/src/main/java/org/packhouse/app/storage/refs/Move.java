package org.packhouse.app.storage.refs;

import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.hooks.RefChange;

/**
 * A move as {@code ref_move} and {@code pending_ref_update} keep it: 40 hex digits, forty zeros for
 * a ref that is not there, or for HEAD the name that it points to.
 */
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

  /** The file's content. */
  public String content() {
    return isHead() ? "ref: " + to + "\n" : to + "\n";
  }
}
