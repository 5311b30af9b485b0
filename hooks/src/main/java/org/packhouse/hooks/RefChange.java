package org.packhouse.hooks;

import org.eclipse.jgit.lib.ObjectId;

/**
 * One ref's move. {@link ObjectId#zeroId()} stands for a ref that does not, or shall not, exist.
 *
 * @param refName full name, {@code refs/heads/main}
 */
public record RefChange(String refName, ObjectId oldId, ObjectId newId) {

  /** The effect of the move on the ref. */
  public enum Kind {
    /** It comes to be. */
    ADD,
    /** It points elsewhere. */
    UPDATE,
    /** It goes. */
    DELETE
  }

  /** What this move does. */
  public Kind kind() {
    if (oldId.equals(ObjectId.zeroId())) {
      return Kind.ADD;
    }
    return newId.equals(ObjectId.zeroId()) ? Kind.DELETE : Kind.UPDATE;
  }

  /** The line by which git tells its hooks of it: old id, new id and name, with a line feed. */
  public String hookInput() {
    return "%s %s %s\n".formatted(oldId.name(), newId.name(), refName);
  }
}
