package org.packhouse.app.networks.pullrequest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.networks.pullrequest.CodeOwnersFile.Kind;
import org.packhouse.app.networks.pullrequest.CodeOwnersFile.Owner;
import org.packhouse.app.networks.reviewer.ReviewerGroups;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.springframework.stereotype.Component;

/** Finds who owns the files that a branch changes, by the file {@code CODEOWNERS} of the target. */
@Component
public class CodeOwners {

  private static final List<TreePath> PLACES =
      List.of(
          TreePath.of(".bitbucket/CODEOWNERS"),
          TreePath.of("CODEOWNERS"),
          TreePath.of(".github/CODEOWNERS"),
          TreePath.of("docs/CODEOWNERS"));

  private static final int MAX_BYTES = 1 << 18;
  private static final int MAX_PATHS = 1_000;
  private static final int MAX_OWNERS = 20;

  private final OpenRepositories repositories;
  private final EffectiveDiff effective;
  private final ChangeList changes;
  private final FileLines files;
  private final Reviewers reviewers;
  private final People people;

  CodeOwners(
      OpenRepositories repositories,
      EffectiveDiff effective,
      ChangeList changes,
      FileLines files,
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
  record People(Users users, UserLists lists, ReviewerGroups groups) {}

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
    try (OpenRepository open = repositories.open(target.id(), source.id())) {
      Optional<CodeOwnersFile> file = file(open, to);
      Optional<String> base = file.isEmpty() ? Optional.empty() : effective.base(open, to, from);
      if (file.isEmpty() || base.isEmpty()) {
        return List.of();
      }
      List<Change> changed = changes.read(open, new CommitRange(base.get(), from), PathChoice.ALL);
      changed.stream()
          .limit(MAX_PATHS)
          .forEach(change -> owners.addAll(file.get().of(change.path().display())));
    }
    return users(target, owners);
  }

  private Optional<CodeOwnersFile> file(OpenRepository open, String commit) throws IOException {
    for (TreePath place : PLACES) {
      Optional<byte[]> bytes = files.bytes(open, commit, place);
      if (bytes.isPresent()) {
        return bytes
            .filter(it -> it.length <= MAX_BYTES)
            .map(it -> CodeOwnersFile.parse(new String(it, StandardCharsets.UTF_8)));
      }
    }
    return Optional.empty();
  }

  private List<User> users(Repository target, Set<Owner> owners) {
    List<String> addresses = names(owners, Kind.ADDRESS);
    Map<Long, User> found = new LinkedHashMap<>();
    people
        .users()
        .findAllByName(names(owners, Kind.USER))
        .values()
        .forEach(user -> found.put(user.id(), user));
    if (!addresses.isEmpty()) {
      people
          .lists()
          .ofEmailAddresses(addresses)
          .values()
          .forEach(user -> found.put(user.id(), user));
    }
    Set<Long> members = people.groups().members(target, names(owners, Kind.GROUP));
    if (!members.isEmpty()) {
      people.users().findAllById(members).values().forEach(user -> found.put(user.id(), user));
    }
    List<User> readers = new ArrayList<>();
    for (User user : found.values()) {
      if (readers.size() < MAX_OWNERS && user.active() && reviewers.mayRead(user, target)) {
        readers.add(user);
      }
    }
    return readers;
  }

  private static List<String> names(Set<Owner> owners, Kind kind) {
    return owners.stream().filter(it -> it.kind() == kind).map(Owner::name).toList();
  }
}
