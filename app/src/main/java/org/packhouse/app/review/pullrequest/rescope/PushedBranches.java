package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.trial.TrialTasks;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.SelectiveListener;
import org.springframework.stereotype.Component;

/** Hears in the background which branches have moved, after their pushes were answered. */
@Component
class PushedBranches implements SelectiveListener {

  private final Rescoping rescoping;
  private final TrialTasks trials;

  private final PullRequestRecords records;

  PushedBranches(Rescoping rescoping, TrialTasks trials, PullRequestRecords records) {
    this.records = records;
    this.rescoping = rescoping;
    this.trials = trials;
  }

  @Override
  public String name() {
    return "pull-request-branches";
  }

  /** Most pushes are to branches that no pull request knows. */
  @Override
  public boolean isConcerned(List<RefsMoved> events) {
    Set<String> names =
        events.stream()
            .flatMap(event -> event.changes().stream())
            .map(RefChange::refName)
            .collect(Collectors.toSet());
    return records.concern(events.getFirst().repository().value(), names);
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    long repositoryId = events.getFirst().repository().value();
    try {
      for (RefsMoved event : events) {
        rescoping.moved(repositoryId, event.changes(), event.actor().userId());
        trials.targetsMoved(repositoryId, event.changes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot tell pull requests of repository " + repositoryId, e);
    }
  }
}
