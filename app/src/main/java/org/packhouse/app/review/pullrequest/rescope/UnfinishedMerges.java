package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/**
 * Completes merges that have moved their target without closing the pull request: the node died in
 * between, or the database is a copy that was made in between.
 */
@Component
class UnfinishedMerges {

  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final RescopeWriter writer;
  private final Refs refs;
  private final RefMoveLog moves;
  private final OpenRepositories repositories;

  UnfinishedMerges(
      PullRequestRows rows,
      PullRequestRecords records,
      RescopeWriter writer,
      Refs refs,
      RefMoveLog moves,
      OpenRepositories repositories) {
    this.rows = rows;
    this.records = records;
    this.writer = writer;
    this.refs = refs;
    this.moves = moves;
    this.repositories = repositories;
  }

  /** Closes the pull requests whose merges have moved a branch to one of these commits. */
  void finish(Repository target, RefChange change, List<String> pushed) throws IOException {
    for (PullRequestRecords.Attempt attempt :
        records.attempted(target.id(), change.refName(), pushed)) {
      Optional<PullRequest> found =
          rows.find(target.id(), attempt.number()).filter(PullRequest::isOpen);
      if (found.isPresent()) {
        PullRequest merged = atMerge(target, found.get());
        boolean forwarded = attempt.commit().equals(merged.from().commit());
        writer.merge(
            merged,
            new RescopeWriter.Merged(
                former(merged, change, attempt.commit()),
                attempt.commit(),
                forwarded ? null : attempt.commit()),
            attempt.userId());
        records.forgetAttempt(merged.id());
      }
    }
  }

  // The ref still names the merged tip if the source branch has moved or gone since.
  private PullRequest atMerge(Repository target, PullRequest before) throws IOException {
    Branch from = before.from();
    return tip(target, before.fromRef())
        .map(tip -> before.from(new Branch(from.repositoryId(), from.refName(), tip)))
        .orElse(before);
  }

  // The tip of the target before this merge; a push may have moved it by several merges.
  private String former(PullRequest merged, RefChange change, String commit) {
    return moves
        .latestTo(merged.repositoryId(), change.refName(), ObjectId.fromString(commit))
        .or(() -> Optional.of(change))
        .filter(move -> move.kind() == RefChange.Kind.UPDATE)
        .map(move -> move.oldId().name())
        .orElse(merged.to().commit());
  }

  /** Returns whether the target contains the commit of a merge that is not completed. */
  boolean isMerged(Repository target, PullRequest now) throws IOException {
    Optional<PullRequestRecords.Attempt> attempt = records.attempt(now);
    Optional<String> tip = tip(target, now.to().refName());
    if (attempt.isEmpty() || tip.isEmpty()) {
      return false;
    }
    try (OpenRepository open = repositories.open(target.id())) {
      return BranchCommits.reaches(open, tip.get(), attempt.get().commit());
    } catch (MissingObjectException neverKept) {
      return false;
    }
  }

  private Optional<String> tip(Repository repository, String refName) throws IOException {
    return refs.snapshot(repository.id()).findAmongAll(refName).map(RefSnapshot.Entry::hash);
  }
}
