package org.packhouse.app.review.pullrequest.owners;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.review.pullrequest.Reviewers;
import org.packhouse.app.review.pullrequest.diff.EffectiveDiff;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Kind;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Owner;
import org.packhouse.app.review.reviewer.ReviewerGroups;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.springframework.stereotype.Component;

/** Finds who owns the files that a branch changes, by the file {@code CODEOWNERS} of the target. */
@Component
public class CodeOwners {

  private static final int MAX_PATHS = 1_000;
  private static final int MAX_OWNERS = 20;

  private final OpenRepositories repositories;
  private final EffectiveDiff effective;
  private final ChangeList changes;
  private final CodeOwnersFiles files;
  private final Reviewers reviewers;
  private final People people;

  CodeOwners(
      OpenRepositories repositories,
      EffectiveDiff effective,
      ChangeList changes,
      CodeOwnersFiles files,
      Reviewers reviewers,
      People people) {
    this.repositories = repositories;
    this.effective = effective;
    this.changes = changes;
    this.files = files;
    this.reviewers = reviewers;
    this.people = people;
  }

  /** Finds users by names, addresses and groups. */
  @Component
  record People(Users users, UserLists lists, ReviewerGroups groups, OwnerNames names) {}

  /**
   * The owners of what a source changes: of 1,000 paths at most, 20 users at most, who may read the
   * target. There are none where the histories have nothing in common.
   *
   * @param to tip of the target
   * @param from tip of the source
   */
  public List<User> of(Repository target, String to, Repository source, String from)
      throws IOException {
    Set<Owner> owners = new LinkedHashSet<>();
    MatchBudget budget = new MatchBudget();
    try (OpenRepository open = repositories.open(target.id(), source.id())) {
      CodeOwnersFile file = files.of(open, to);
      Optional<String> base = file.isEmpty() ? Optional.empty() : effective.base(open, to, from);
      if (base.isEmpty()) {
        return List.of();
      }
      List<Change> changed = changes.read(open, new CommitRange(base.get(), from), PathChoice.ALL);
      changed.stream()
          .limit(MAX_PATHS)
          .takeWhile(_ -> owners.size() < CodeOwnersFile.MAX_NAMED)
          .forEach(change -> owners.addAll(file.of(change.path().display(), budget)));
    }
    return reviewers.readers(users(target, owners), target, MAX_OWNERS);
  }

  /**
   * The owners of files as a reader sees them, by the file of a commit: in three statements at
   * most, whatever it names.
   *
   * @param open has the commit
   * @param target whose groups of reviewers are meant
   * @param reader null: who has not signed in is not told who anybody is
   */
  public FileOwners seenBy(
      @Nullable User reader, OpenRepository open, Repository target, String commit)
      throws IOException {
    CodeOwnersFile file = files.of(open, commit);
    return reader == null || file.isEmpty()
        ? new FileOwners(file, Map.of(), Set.of())
        : people.names().seenBy(reader, target, file);
  }

  private List<User> users(Repository target, Set<Owner> owners) {
    Map<Long, User> found = new LinkedHashMap<>();
    people
        .users()
        .findAllByName(OwnerNames.of(owners, Kind.USER))
        .values()
        .forEach(user -> found.put(user.id(), user));
    people
        .lists()
        .ofEmailAddresses(OwnerNames.of(owners, Kind.ADDRESS))
        .values()
        .forEach(user -> found.put(user.id(), user));
    List<Long> members =
        people.groups().members(target, OwnerNames.of(owners, Kind.GROUP)).stream()
            .limit(CodeOwnersFile.MAX_NAMED)
            .toList();
    people.users().findAllById(members).values().forEach(user -> found.put(user.id(), user));
    return List.copyOf(found.values());
  }
}
