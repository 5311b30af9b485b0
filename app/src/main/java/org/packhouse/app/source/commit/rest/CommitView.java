package org.packhouse.app.source.commit.rest;

import java.util.List;
import org.immutables.value.Value;
import org.packhouse.app.source.commit.Commit;

/** A commit in the REST dialect; times are milliseconds since 1970. */
@Value.Builder
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

  public record Parent(String id, String displayId) {}

  static CommitView of(Commit commit, PersonView author, PersonView committer) {
    return new CommitViewBuilder()
        .id(commit.id())
        .displayId(commit.id().substring(0, DIGITS))
        .author(author)
        .authorTimestamp(commit.author().when().toEpochMilli())
        .committer(committer)
        .committerTimestamp(commit.committer().when().toEpochMilli())
        .message(commit.message().stripTrailing())
        .parents(
            commit.parents().stream()
                .map(parent -> new Parent(parent, parent.substring(0, DIGITS)))
                .toList())
        .build();
  }
}
