package org.packhouse.app.branch;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.commit.Commit;
import org.packhouse.app.commit.Person;
import org.packhouse.app.refs.RefSnapshot;
import org.packhouse.app.rest.MetadataName;

/**
 * A branch as the REST dialect shows it.
 *
 * @param metadata what was asked for besides; null: nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BranchView(
    String id,
    String displayId,
    String type,
    String latestCommit,
    String latestChangeset,
    @JsonProperty("isDefault") boolean isDefault,
    @Nullable Map<String, Object> metadata) {

  /** A commit as it is shown with a branch. */
  record LatestCommit(
      String id,
      String displayId,
      NamedPerson author,
      long authorTimestamp,
      NamedPerson committer,
      long committerTimestamp,
      String message,
      List<Parent> parents) {

    static LatestCommit of(Commit commit) {
      return new LatestCommit(
          commit.id(),
          commit.displayId(),
          NamedPerson.of(commit.author()),
          commit.author().when().toEpochMilli(),
          NamedPerson.of(commit.committer()),
          commit.committer().when().toEpochMilli(),
          commit.message(),
          commit.parents().stream().map(Parent::of).toList());
    }
  }

  /** Who wrote a commit. */
  record NamedPerson(String name, String emailAddress) {
    static NamedPerson of(Person person) {
      return new NamedPerson(person.name(), person.email());
    }
  }

  /** A parent of a commit. */
  record Parent(String id, String displayId) {
    static Parent of(String id) {
      return new Parent(id, id.substring(0, 10));
    }
  }

  static BranchView of(RefSnapshot.Entry ref, RefSnapshot refs) {
    return of(ref, refs, null);
  }

  static BranchView of(DetailedRef branch, RefSnapshot refs) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    if (branch.divergence() != null) {
      metadata.put(MetadataName.AHEAD_BEHIND.wireName(), branch.divergence());
    }
    if (branch.commit() != null) {
      metadata.put(MetadataName.LATEST_COMMIT.wireName(), LatestCommit.of(branch.commit()));
    }
    return of(branch.ref(), refs, metadata);
  }

  private static BranchView of(
      RefSnapshot.Entry ref, RefSnapshot refs, @Nullable Map<String, Object> metadata) {
    return new BranchView(
        ref.name(),
        RefKind.BRANCH.shortName(ref.name()),
        "BRANCH",
        ref.id().name(),
        ref.id().name(),
        ref.name().equals(refs.headTarget()),
        metadata);
  }
}
