package org.packhouse.app.source.commit.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.packhouse.app.source.commit.Commit;

/** A commit in the REST dialect; times are milliseconds since 1970. */
public record CommitView(
    String id,
    String displayId,
    @JsonUnwrapped People people,
    String message,
    List<Parent> parents) {

  private static final int DIGITS = 11;

  /** The author and the committer, and when each did so. */
  public record People(
      PersonView author, long authorTimestamp, PersonView committer, long committerTimestamp) {}

  public record Parent(String id, String displayId) {}

  static CommitView of(Commit commit, PersonView author, PersonView committer) {
    return new CommitView(
        commit.id(),
        commit.id().substring(0, DIGITS),
        new People(
            author,
            commit.author().when().toEpochMilli(),
            committer,
            commit.committer().when().toEpochMilli()),
        commit.message().stripTrailing(),
        commit.parents().stream()
            .map(parent -> new Parent(parent, parent.substring(0, DIGITS)))
            .toList());
  }
}
