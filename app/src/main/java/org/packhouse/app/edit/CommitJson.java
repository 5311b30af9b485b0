package org.packhouse.app.edit;

import java.util.List;
import org.packhouse.app.commit.Commit;
import org.packhouse.app.commit.Person;

/** A commit in the REST dialect; times are milliseconds since 1970. */
record CommitJson(
    String id,
    String displayId,
    PersonJson author,
    long authorTimestamp,
    PersonJson committer,
    long committerTimestamp,
    String message,
    List<ParentJson> parents) {

  record PersonJson(String name, String emailAddress) {
    static PersonJson of(Person person) {
      return new PersonJson(person.name(), person.email());
    }
  }

  record ParentJson(String id, String displayId) {}

  static CommitJson of(Commit commit) {
    return new CommitJson(
        commit.id(),
        commit.displayId(),
        PersonJson.of(commit.author()),
        commit.author().when().toEpochMilli(),
        PersonJson.of(commit.committer()),
        commit.committer().when().toEpochMilli(),
        commit.message().stripTrailing(),
        commit.parents().stream()
            .map(parent -> new ParentJson(parent, parent.substring(0, 10)))
            .toList());
  }
}
