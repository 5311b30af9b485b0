package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.ActivityDetails.Commits;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/** Reads the tips of branches, and the commits by which they have moved. */
@Component
class BranchHistory {

  private static final int MAX_PUSHED = 20_000;
  private static final int MAX_NAMED = 100;

  private final Refs refs;
  private final OpenRepositories repositories;
  private final BranchCommits commits;

  BranchHistory(Refs refs, OpenRepositories repositories, BranchCommits commits) {
    this.refs = refs;
    this.repositories = repositories;
    this.commits = commits;
  }

  /**
   * The commits of a pull request, and the difference to its former commits.
   *
   * @param isForced whether the new tip does not contain the former one
   */
  record Difference(List<String> brought, Commits added, Commits removed, boolean isForced) {}

  Optional<String> tip(long repositoryId, String refName) throws IOException {
    return refs.snapshot(repositoryId).find(refName).map(RefSnapshot.Entry::hash);
  }

  /** Returns the commits that a change has brought to a branch; of a new branch the tip alone. */
  List<String> pushed(Repository target, RefChange change, String tip) throws IOException {
    if (change.kind() != RefChange.Kind.UPDATE) {
      return List.of(tip);
    }
    try (OpenRepository open = repositories.open(target.id())) {
      return commits.between(open, change.oldId().name(), tip, MAX_PUSHED);
    }
  }

  /**
   * Returns the commits by which a push has merged pull requests, by the ids of these; those that
   * were fast-forwarded have none.
   */
  Map<Long, String> mergeCommits(
      Repository target, List<PullRequest> merged, String tip, List<String> pushed)
      throws IOException {
    Map<Long, String> mergeCommits = new HashMap<>();
    if (!merged.isEmpty()) {
      try (OpenRepository open = repositories.open(target.id())) {
        List<String> line = BranchCommits.firstParents(open, tip, pushed);
        for (PullRequest each : merged) {
          String commit = BranchCommits.mergedBy(open, line, each.from().commit());
          if (commit != null) {
            mergeCommits.put(each.id(), commit);
          }
        }
      }
    }
    return mergeCommits;
  }

  Difference difference(Repository target, PullRequest before, Branch from, String toCommit)
      throws IOException {
    Long source = from.repositoryId();
    String former = before.from().commit();
    try (OpenRepository open =
        repositories.open(target.id(), source == null ? target.id() : source)) {
      return new Difference(
          commits.between(open, List.of(toCommit), from.commit()),
          firstOf(commits.between(open, List.of(former, toCommit), from.commit())),
          firstOf(commits.between(open, List.of(from.commit(), toCommit), former)),
          !BranchCommits.reaches(open, from.commit(), former));
    }
  }

  private static Commits firstOf(List<String> ids) {
    return new Commits(ids.subList(0, Math.min(MAX_NAMED, ids.size())), ids.size());
  }
}
