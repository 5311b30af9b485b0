package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.hooks.RefChange;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Brings open pull requests up to date with their branches. It reads the branches instead of
 * trusting events, which may be delivered late or twice.
 *
 * <p>A push to a source branch costs a few statements for each of its pull requests. A push to a
 * target branch updates one row, however many pull requests target it, and reads only the pull
 * requests whose commits it brings, because it has merged them.
 */
@Component
public class Rescoping {

  private static final int MAX_TRIES = 5;
  private static final int MAX_AT_ONCE = 500;

  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final RescopeWriter writer;
  private final SourceFollower follower;
  private final UnfinishedMerges unfinished;
  private final SourceRepositories repositories;
  private final BranchHistory history;

  Rescoping(
      PullRequestRows rows,
      PullRequestRecords records,
      RescopeWriter writer,
      SourceFollower follower,
      UnfinishedMerges unfinished,
      SourceRepositories repositories,
      BranchHistory history) {
    this.rows = rows;
    this.records = records;
    this.writer = writer;
    this.follower = follower;
    this.unfinished = unfinished;
    this.repositories = repositories;
    this.history = history;
  }

  /** Updates the pull requests of moved branches; without a user the server moved them. */
  void moved(long repositoryId, List<RefChange> changes, @Nullable Long by) throws IOException {
    Optional<Repository> repository = repositories.available(repositoryId);
    List<RefChange> branches =
        changes.stream().filter(it -> it.refName().startsWith(RefNames.HEADS)).toList();
    if (repository.isEmpty() || branches.isEmpty()) {
      return;
    }
    List<String> names = branches.stream().map(RefChange::refName).distinct().toList();
    for (PullRequest each : rows.openFrom(repositoryId, names)) {
      sourceMoved(each, by);
    }
    for (RefChange change : branches) {
      targetMoved(repository.get(), change, by);
    }
  }

  /** Moves a pull request to the present tip of its source; declines it if the branch is gone. */
  public void sourceMoved(PullRequest pullRequest, @Nullable Long by) throws IOException {
    PullRequest now = pullRequest;
    for (int tries = 1; ; tries++) {
      try {
        follow(now, by);
        return;
      } catch (OptimisticLockingFailureException | PullRequestRefs.MovedMeanwhileException e) {
        Optional<PullRequest> fresh = rows.find(now.repositoryId(), now.number());
        if (fresh.isEmpty() || !fresh.get().isOpen()) {
          return;
        }
        if (tries == MAX_TRIES) {
          throw e;
        }
        now = fresh.get();
      }
    }
  }

  private void follow(PullRequest now, @Nullable Long by) throws IOException {
    Repository target = repositories.available(now.repositoryId()).orElse(null);
    Long sourceId = now.from().repositoryId();
    if (target == null || sourceId == null || !repositories.isFollowed(now)) {
      return;
    }
    Optional<String> tip = history.tip(sourceId, now.from().refName());
    if (tip.isEmpty()) {
      // A merged pull request is closed when the move of its target is delivered, maybe later.
      if (!unfinished.isMerged(target, now)) {
        writer.decline(now, by);
      }
    } else if (!tip.get().equals(now.from().commit())) {
      Branch from = new Branch(sourceId, now.from().refName(), tip.get());
      String to = history.tip(target.id(), now.to().refName()).orElse(now.to().commit());
      follower.rescope(target, now, from, to, by);
    }
  }

  private void targetMoved(Repository target, RefChange change, @Nullable Long by)
      throws IOException {
    Optional<String> tip = history.tip(target.id(), change.refName());
    if (tip.isEmpty()) {
      targetGone(target, change.refName(), by);
      return;
    }
    if (!records.moveTip(target.id(), change.refName(), tip.get())) {
      return;
    }
    List<String> pushed = history.pushed(target, change, tip.get());
    for (int i = 0; i < pushed.size(); i += MAX_AT_ONCE) {
      List<String> some = pushed.subList(i, Math.min(i + MAX_AT_ONCE, pushed.size()));
      unfinished.finish(target, change, some);
      List<PullRequest> merged = rows.openAt(target.id(), change.refName(), some);
      Map<Long, String> mergeCommits = history.mergeCommits(target, merged, tip.get(), pushed);
      for (PullRequest each : merged) {
        String former =
            change.kind() == RefChange.Kind.UPDATE ? change.oldId().name() : each.to().commit();
        String mergeCommit = mergeCommits.get(each.id());
        writer.merge(each, new RescopeWriter.Merged(former, tip.get(), mergeCommit), by);
      }
    }
  }

  private void targetGone(Repository target, String refName, @Nullable Long by) {
    for (List<PullRequest> left = rows.openTo(target.id(), refName, MAX_AT_ONCE);
        !left.isEmpty();
        left = rows.openTo(target.id(), refName, MAX_AT_ONCE)) {
      for (PullRequest each : left) {
        writer.decline(each, by);
      }
    }
  }

  /** Updates a new pull request whose branches may have moved while it was opened. */
  public void recheckTips(PullRequest opened) throws IOException {
    sourceMoved(opened, null);
    Optional<String> to = history.tip(opened.repositoryId(), opened.to().refName());
    if (to.isPresent() && !to.get().equals(opened.to().commit())) {
      records.noteTip(opened.repositoryId(), opened.to().refName(), to.get());
    }
  }
}
