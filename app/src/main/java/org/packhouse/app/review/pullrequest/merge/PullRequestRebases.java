package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.review.pullrequest.condition.MergePlan;
import org.packhouse.app.review.pullrequest.condition.MergeSigning;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Rebases;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.springframework.stereotype.Service;

/**
 * Rebases the source branch of a pull request onto its target, as {@code git rebase} does; the
 * branch is moved by the rules and checks of a push.
 */
@Service
public class PullRequestRebases {

  private final SourceRepositories sources;
  private final BranchCommits commits;
  private final PullRequestRefs refs;
  private final MergePlaces places;
  private final Rebases rebases;
  private final MergeSigning signing;
  private final RefUpdates updates;

  PullRequestRebases(
      SourceRepositories sources,
      BranchCommits commits,
      PullRequestRefs refs,
      MergePlaces places,
      Rebases rebases,
      MergeSigning signing,
      RefUpdates updates) {
    this.sources = sources;
    this.commits = commits;
    this.refs = refs;
    this.places = places;
    this.rebases = rebases;
    this.signing = signing;
    this.updates = updates;
  }

  /** Returns what keeps the caller from rebasing, as far as it is known without trying. */
  public List<Veto> vetoes(PullRequest pullRequest, Caller caller) {
    if (!pullRequest.isOpen()) {
      return List.of(new Veto("Closed", "This pull request is closed."));
    }
    Optional<Repository> source = sources.available(pullRequest);
    if (source.isEmpty()) {
      return List.of(
          new Veto("No source", "The repository of the source branch is gone or takes no pushes."));
    }
    return sources.mayWrite(pullRequest, caller)
        ? List.of()
        : List.of(
            new Veto(
                "Not permitted",
                "Only who may write to the repository of the source branch rebases it."));
  }

  /**
   * Rebases the source branch.
   *
   * @return the move of the source branch
   * @throws RefusedException if the pull request is closed or was changed meanwhile, or its commits
   *     conflict
   * @throws NotPermittedException if the caller may not write to the source
   */
  public RefChange rebase(Repository target, PullRequest pullRequest, int version, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    PullRequestRules.requireOpen(pullRequest);
    PullRequestRules.requireVersion(pullRequest, version);
    List<Veto> vetoes = vetoes(pullRequest, caller);
    Optional<Repository> source = sources.available(pullRequest);
    if (!vetoes.isEmpty() || source.isEmpty()) {
      throw PullRequestRules.refused(vetoes.getFirst().detail());
    }
    Branch from = commits.branch(source.get(), pullRequest.from().refName());
    Branch to = commits.branch(target, pullRequest.to().refName());
    ObjectId before = ObjectId.fromString(from.commit());
    try (MergePlace place = place(source.get(), from, to, caller)) {
      if (MergePlan.isRebased(place, ObjectId.fromString(to.commit()), before)) {
        throw conflict("The branch has all that its target has: there is nothing to rebase.");
      }
      MergeOutcome outcome =
          rebases.rebase(
              place,
              before,
              ObjectId.fromString(to.commit()),
              signing.of(pullRequest, MergeStrategy.REBASE_FF_ONLY, "", caller).committer());
      RefChange change = new RefChange(from.refName(), before, tip(outcome));
      move(source.get(), change, place, new Actor(user.id(), caller.name()));
      return change;
    }
  }

  private MergePlace place(Repository source, Branch from, Branch to, Caller caller)
      throws IOException {
    MergePlace foreign = refs.bring(source, to, List.of(from.commit()), caller.name());
    return foreign == null ? places.open(source.id(), caller.name()) : foreign;
  }

  private static ObjectId tip(MergeOutcome outcome) {
    return switch (outcome) {
      case MergeOutcome.Made it -> it.tip();
      case MergeOutcome.Conflicting it -> throw MergeVetoes.conflict(it.files());
      case MergeOutcome.Impossible it ->
          throw conflict("The branch cannot be rebased: %s.".formatted(it.reason()));
    };
  }

  private void move(Repository source, RefChange change, MergePlace place, Actor actor)
      throws IOException {
    RefRequest request = RefRequest.of(source.id(), actor, RefCause.REBASE, List.of(change));
    RefUpdates.Result result =
        updates.apply(RefUpdates.Update.all(request), place.quarantine()).getFirst();
    if (result.refusal() != null) {
      throw conflict(
          "%s: %s"
              .formatted(
                  result.refusal().reason(), String.join(" ", result.refusal().explanation())));
    }
    if (!result.moved()) {
      throw conflict("%s was not moved: %s.".formatted(change.refName(), result.problem()));
    }
  }

  private static RefusedException conflict(String message) {
    return new ConflictException(Conflict.INTEGRITY, message);
  }
}
