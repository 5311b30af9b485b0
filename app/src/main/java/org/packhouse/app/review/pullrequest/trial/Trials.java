package org.packhouse.app.review.pullrequest.trial;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.condition.MergeSigning;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.review.pullrequest.trial.TrialRows.Trial;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Merges;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.hooks.MergeCheck.Veto;
import org.packhouse.hooks.RefChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Runs trial merges of the tips of pull requests. The outcome is stored, and {@code
 * refs/pull-requests/N/merge} points at the merge commit.
 */
@Component
public class Trials {

  private static final Logger LOG = LoggerFactory.getLogger(Trials.class);

  private final TrialRows rows;
  private final MergePlaces places;
  private final Merges merges;
  private final PullRequestRefs refs;
  private final MergeSigning signing;

  Trials(
      TrialRows rows,
      MergePlaces places,
      Merges merges,
      PullRequestRefs refs,
      MergeSigning signing) {
    this.rows = rows;
    this.places = places;
    this.merges = merges;
    this.refs = refs;
    this.signing = signing;
  }

  /**
   * Returns the outcome for the present tips, after a trial merge if it is not known.
   *
   * @throws org.packhouse.app.platform.refusal.RefusedException if git refuses to merge the tips
   *     because a forced push has left their histories unrelated
   */
  public Trial of(Repository target, PullRequest pullRequest) throws IOException {
    Optional<Trial> known = known(pullRequest);
    return known.isPresent() ? known.get() : attempt(target, pullRequest);
  }

  boolean isKnown(PullRequest pullRequest) {
    return known(pullRequest).isPresent();
  }

  private Optional<Trial> known(PullRequest pullRequest) {
    return rows.find(pullRequest.id()).filter(it -> it.isCurrent(pullRequest));
  }

  private Trial attempt(Repository target, PullRequest pullRequest) throws IOException {
    ObjectId from = ObjectId.fromString(pullRequest.from().commit());
    ObjectId to = ObjectId.fromString(pullRequest.to().commit());
    Signed by =
        signing.ofServer("Trial merge of pull request %d\n".formatted(pullRequest.number()));
    try (MergePlace place = places.open(target.id(), "pull-request")) {
      MergeOutcome outcome = merges.merge(place, to, from, by);
      List<String> conflicts =
          outcome instanceof MergeOutcome.Conflicting conflicting ? conflicting.files() : List.of();
      if (outcome instanceof MergeOutcome.Impossible(String reason)) {
        throw MergeVetoes.refusal(
            List.of(new Veto("Cannot be merged", "Git does not try it: %s.".formatted(reason))));
      }
      Trial trial = new Trial(from.name(), to.name(), conflicts);
      rows.set(pullRequest.id(), trial);
      ObjectId merged =
          outcome instanceof MergeOutcome.Made(ObjectId tip) ? tip : ObjectId.zeroId();
      point(target, pullRequest, merged, place);
      return trial;
    }
  }

  // Zeros remove the ref. A concurrent trial merge may move it instead.
  private void point(Repository target, PullRequest pullRequest, ObjectId merged, MergePlace place)
      throws IOException {
    RefChange change = refs.change(target.id(), pullRequest.mergeRef(), merged);
    if (target.archived() || change.oldId().equals(merged)) {
      return;
    }
    try {
      refs.move(target, List.of(change), place, _ -> {});
    } catch (PullRequestRefs.MovedMeanwhileException e) {
      LOG.debug("Another trial merge has moved {} of {}", change.refName(), target.path(), e);
    }
  }
}
