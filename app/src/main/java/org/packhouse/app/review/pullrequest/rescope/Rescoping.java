package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.RefChange;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Brings open pull requests to where their branches are now. It goes by the branches as they are
 * and not by what an event says of them, so that it may be told late, and again.
 *
 * <p>A push of a source costs a few statements for each pull request of that branch, of which there
 * are few. A push of a target is one row, however many pull requests target it, and those are read
 * alone whose commits it brings: they are merged by it.
 */
@Component
public class Rescoping {

  private static final int MAX_TRIES = 5;
  private static final int MAX_PUSHED = 20_000;
  private static final int AT_ONCE = 500;

  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final RescopeWriter writer;
  private final BegunMerges begun;
  private final SourceRepositories repositories;
  private final Refs refs;
  private final RescopeWriter.Reading reading;

  Rescoping(
      PullRequestRows rows,
      PullRequestRecords records,
      RescopeWriter writer,
      BegunMerges begun,
      SourceRepositories repositories,
      Refs refs,
      RescopeWriter.Reading reading) {
    this.rows = rows;
    this.records = records;
    this.writer = writer;
    this.begun = begun;
    this.repositories = repositories;
    this.refs = refs;
    this.reading = reading;
  }

  /**
   * Tells the pull requests of some refs that these have moved.
   *
   * @param by the user who moved them; null: the server, or a key
   */
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

  /** Brings a pull request to where its source is. */
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
    Optional<String> tip = tip(sourceId, now.from().refName());
    if (tip.isEmpty()) {
      // What was merged is closed when the move of its target is told, after this one maybe.
      if (!begun.isMerged(target, now)) {
        writer.decline(now, by);
      }
    } else if (!tip.get().equals(now.from().commit())) {
      Branch from = new Branch(sourceId, now.from().refName(), tip.get());
      String to = tip(target.id(), now.to().refName()).orElse(now.to().commit());
      writer.rescope(target, now, from, to, by);
    }
  }

  private Optional<String> tip(long repositoryId, String refName) throws IOException {
    return refs.snapshot(repositoryId).find(refName).map(RefSnapshot.Entry::hash);
  }

  private void targetMoved(Repository target, RefChange change, @Nullable Long by)
      throws IOException {
    Optional<String> tip = tip(target.id(), change.refName());
    if (tip.isEmpty()) {
      targetGone(target, change.refName(), by);
      return;
    }
    if (!records.moveTip(target.id(), change.refName(), tip.get())) {
      return;
    }
    List<String> pushed = pushed(target, change, tip.get());
    for (int i = 0; i < pushed.size(); i += AT_ONCE) {
      List<String> some = pushed.subList(i, Math.min(i + AT_ONCE, pushed.size()));
      begun.finish(target, change, some);
      List<PullRequest> merged = rows.openAt(target.id(), change.refName(), some);
      Map<Long, String> mergeCommits = mergedBy(target, merged, tip.get(), pushed);
      for (PullRequest each : merged) {
        String former =
            change.kind() == RefChange.Kind.UPDATE ? change.oldId().name() : each.to().commit();
        String mergeCommit = mergeCommits.get(each.id());
        writer.merge(each, new RescopeWriter.Merged(former, tip.get(), mergeCommit), by);
      }
    }
  }

  /** The commits by which pull requests were merged before the push, without fast-forwards. */
  private Map<Long, String> mergedBy(
      Repository target, List<PullRequest> merged, String tip, List<String> pushed)
      throws IOException {
    Map<Long, String> mergeCommits = new HashMap<>();
    if (!merged.isEmpty()) {
      try (OpenRepository repository = reading.repositories().open(target.id())) {
        List<String> line = BranchCommits.firstParents(repository, tip, pushed);
        for (PullRequest each : merged) {
          String commit = BranchCommits.mergedBy(repository, line, each.from().commit());
          if (commit != null) {
            mergeCommits.put(each.id(), commit);
          }
        }
      }
    }
    return mergeCommits;
  }

  /** The commits that a branch has now and had not before. */
  private List<String> pushed(Repository target, RefChange change, String tip) throws IOException {
    if (change.kind() != RefChange.Kind.UPDATE) {
      return List.of(tip);
    }
    try (OpenRepository repository = reading.repositories().open(target.id())) {
      return reading.commits().between(repository, change.oldId().name(), tip, MAX_PUSHED);
    }
  }

  private void targetGone(Repository target, String refName, @Nullable Long by) {
    for (List<PullRequest> left = rows.openTo(target.id(), refName, AT_ONCE);
        !left.isEmpty();
        left = rows.openTo(target.id(), refName, AT_ONCE)) {
      for (PullRequest each : left) {
        writer.decline(each, by);
      }
    }
  }

  /** Looks again at branches that may have moved while a pull request of them was opened. */
  public void lookAgain(PullRequest opened) throws IOException {
    sourceMoved(opened, null);
    Optional<String> to = tip(opened.repositoryId(), opened.to().refName());
    if (to.isPresent() && !to.get().equals(opened.to().commit())) {
      records.noteTip(opened.repositoryId(), opened.to().refName(), to.get());
    }
  }
}
