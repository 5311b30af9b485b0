package org.packhouse.app.storage.refs;

import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.hooks.RefChange;

/**
 * A move as {@code ref_move} and {@code pending_ref_update} keep it: 40 hex digits, forty zeros for
 * a ref that is not there, or for HEAD the name that it points to.
 */
record Move(String ref, String from, String to) {

  private static final String NOTHING = ObjectId.zeroId().name();

  static Move of(RefChange change) {
    return new Move(change.refName(), change.oldId().name(), change.newId().name());
  }

  static Move ofHead(String from, String to) {
    return new Move(Constants.HEAD, from, to);
  }

  boolean isHead() {
    return ref.equals(Constants.HEAD);
  }

  boolean isDelete() {
    return to.equals(NOTHING);
  }

  boolean isAdd() {
    return from.equals(NOTHING);
  }

  boolean changesNothing() {
    return from.equals(to);
  }

  RefChange toChange() {
    return new RefChange(ref, ObjectId.fromString(from), ObjectId.fromString(to));
  }

  /** The file's content. */
  String content() {
    return isHead() ? "ref: " + to + "\n" : to + "\n";
  }
}
