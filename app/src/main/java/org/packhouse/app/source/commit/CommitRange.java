package org.packhouse.app.source.commit;

import org.jspecify.annotations.Nullable;

/** Two commits whose trees are compared; a null {@code since} is the empty tree. */
public record CommitRange(@Nullable String since, String until) {

  /** Returns a commit against its first parent, or the empty tree if it has none. */
  public static CommitRange of(Commit commit) {
    return new CommitRange(
        commit.parents().isEmpty() ? null : commit.parents().getFirst(), commit.id());
  }
}
