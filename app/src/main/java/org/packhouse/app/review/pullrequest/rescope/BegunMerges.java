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
 * Ends merges that moved their target and closed no pull request: the node died in between, or the
 * server is the copy of another, made in between.
 */
@Component
class BegunMerges {

  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final RescopeWriter writer;
  private final Refs refs;
  private final RefMoveLog moves;
  private final OpenRepositories open;

  BegunMerges(
      PullRequestRows rows,
      PullRequestRecords records,
      RescopeWriter writer,
      Refs refs,
      RefMoveLog moves,
      OpenRepositories open) {
    this.rows = rows;
    this.records = records;
    this.writer = writer;
    this.refs = refs;
    this.moves = moves;
    this.open = open;
  }

  /** Closes those pull requests whose merge has moved a branch to one of these commits. */
  void finish(Repository target, RefChange change, List<String> pushed) throws IOException {
    for (PullRequestRecords.Attempt attempt :
        records.attempted(target.id(), change.refName(), pushed)) {
      Optional<PullRequest> found =
          rows.find(target.id(), attempt.number()).filter(PullRequest::isOpen);
      if (found.isPresent()) {
        PullRequest merged = withItsTip(target, found.get());
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

  /** As it was merged: of a source branch that has moved or gone since, the ref is kept. */
  private PullRequest withItsTip(Repository target, PullRequest before) throws IOException {
    Branch from = before.from();
    return tip(target, before.fromRef())
        .map(tip -> before.from(new Branch(from.repositoryId(), from.refName(), tip)))
        .orElse(before);
  }

  /** Where the target was before the merge, which need not be where it was before all of them. */
  private String former(PullRequest merged, RefChange change, String commit) {
    return moves
        .latestTo(merged.repositoryId(), change.refName(), ObjectId.fromString(commit))
        .or(() -> Optional.of(change))
        .filter(move -> move.kind() == RefChange.Kind.UPDATE)
        .map(move -> move.oldId().name())
        .orElse(merged.to().commit());
  }

  /** Whether the target has what a merge has made that nobody has ended yet. */
  boolean isMerged(Repository target, PullRequest now) throws IOException {
    Optional<PullRequestRecords.Attempt> attempt = records.attempt(now);
    Optional<String> tip = tip(target, now.to().refName());
    if (attempt.isEmpty() || tip.isEmpty()) {
      return false;
    }
    try (OpenRepository repository = open.open(target.id())) {
      return BranchCommits.reaches(repository, tip.get(), attempt.get().commit());
    } catch (MissingObjectException neverKept) {
      return false;
    }
  }

  private Optional<String> tip(Repository repository, String refName) throws IOException {
    return refs.snapshot(repository.id()).findAmongAll(refName).map(RefSnapshot.Entry::hash);
  }
}
