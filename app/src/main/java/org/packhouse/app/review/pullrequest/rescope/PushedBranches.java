package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.SelectiveListener;
import org.springframework.stereotype.Component;

/** Updates pull requests in the background, after pushes to their branches were answered. */
@Component
class PushedBranches implements SelectiveListener {

  private final Rescoping rescoping;
  private final PullRequestRecords records;

  PushedBranches(Rescoping rescoping, PullRequestRecords records) {
    this.rescoping = rescoping;
    this.records = records;
  }

  @Override
  public String name() {
    return "pull-request-branches";
  }

  // Most pushes are to branches of no pull request.
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
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot update pull requests of repository " + repositoryId, e);
    }
  }
}
