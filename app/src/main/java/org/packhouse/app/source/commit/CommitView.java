package org.packhouse.app.source.commit;

import java.util.List;

/**
 * A commit in the REST dialect; times are milliseconds since 1970.
 *
 * @param displayId the id's first eleven digits
 */
public record CommitView(
    String id,
    String displayId,
    PersonView author,
    long authorTimestamp,
    PersonView committer,
    long committerTimestamp,
    String message,
    List<Parent> parents) {

  private static final int DIGITS = 11;

  /** A parent. */
  public record Parent(String id, String displayId) {}

  static CommitView of(Commit commit, PersonView author, PersonView committer) {
    return new CommitView(
        commit.id(),
        commit.id().substring(0, DIGITS),
        author,
        commit.author().when().toEpochMilli(),
        committer,
        commit.committer().when().toEpochMilli(),
        commit.message().stripTrailing(),
        commit.parents().stream()
            .map(parent -> new Parent(parent, parent.substring(0, DIGITS)))
            .toList());
  }
}
