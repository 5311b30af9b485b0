package org.packhouse.app.review.pullrequest.owners;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Reviewers;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Owner;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.springframework.stereotype.Component;

/** Finds the owners of changed files, by the {@code CODEOWNERS} file of the target branch. */
@Component
public class CodeOwners {

  private static final int MAX_PATHS = 1_000;
  private static final int MAX_OWNERS = 20;

  private final OpenRepositories repositories;
  private final PullRequestRanges ranges;
  private final ChangeList changes;
  private final CodeOwnersFiles files;
  private final Reviewers reviewers;
  private final OwnerResolver resolver;

  CodeOwners(
      OpenRepositories repositories,
      PullRequestRanges ranges,
      ChangeList changes,
      CodeOwnersFiles files,
      Reviewers reviewers,
      OwnerResolver resolver) {
    this.repositories = repositories;
    this.ranges = ranges;
    this.changes = changes;
    this.files = files;
    this.reviewers = reviewers;
    this.resolver = resolver;
  }

  /**
   * Returns the owners of the files that a source branch changes: of the first 1,000 paths, 20
   * users at most who may read the target. Of unrelated histories there are none.
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
      Optional<String> base = file.isEmpty() ? Optional.empty() : ranges.mergeBase(open, to, from);
      if (base.isEmpty()) {
        return List.of();
      }
      List<Change> changed = changes.read(open, new CommitRange(base.get(), from), PathChoice.ALL);
      changed.stream()
          .limit(MAX_PATHS)
          .takeWhile(_ -> owners.size() < CodeOwnersFile.MAX_NAMED)
          .forEach(change -> owners.addAll(file.of(change.path().display(), budget)));
    }
    return reviewers.readers(resolver.users(target, owners), target, MAX_OWNERS);
  }

  /**
   * Returns the owners of files as a reader sees them, in three statements at most.
   *
   * @param target the repository whose reviewer groups the file names
   * @param commit whose {@code CODEOWNERS} file is read
   * @param reader null: anonymous, who sees names as the file has them
   */
  public FileOwners seenBy(
      @Nullable User reader, OpenRepository open, Repository target, String commit)
      throws IOException {
    CodeOwnersFile file = files.of(open, commit);
    return reader == null || file.isEmpty()
        ? new FileOwners(file, Map.of(), Set.of())
        : resolver.seenBy(reader, target, file);
  }
}
