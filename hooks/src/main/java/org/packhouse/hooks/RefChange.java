package org.packhouse.hooks;

import org.eclipse.jgit.lib.ObjectId;

/** A ref's move, with {@link ObjectId#zeroId()} for an absent ref. */
public record RefChange(String refName, ObjectId oldId, ObjectId newId) {

  public enum Kind {
    ADD,
    UPDATE,
    DELETE
  }

  public Kind kind() {
    if (oldId.equals(ObjectId.zeroId())) {
      return Kind.ADD;
    }
    return newId.equals(ObjectId.zeroId()) ? Kind.DELETE : Kind.UPDATE;
  }

  /** Returns the line for git's hooks: old id, new id and name, with a line feed. */
  public String hookInput() {
    return "%s %s %s\n".formatted(oldId.name(), newId.name(), refName);
  }
}
