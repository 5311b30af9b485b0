package org.packhouse.app.networks.pullrequest;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Hears in the background which branches have moved, after their pushes were answered. */
@Component
class PushedBranches implements PostReceiveListener {

  // It moves refs, which the outbox tells its listeners of, of which this is one.
  private final ObjectProvider<Rescoping> rescoping;
  private final ObjectProvider<TrialTasks> trials;

  PushedBranches(ObjectProvider<Rescoping> rescoping, ObjectProvider<TrialTasks> trials) {
    this.rescoping = rescoping;
    this.trials = trials;
  }

  @Override
  public String name() {
    return "pull-request-branches";
  }

  @Override
  public void refsMoved(RefsMoved event) {
    try {
      rescoping
          .getObject()
          .moved(event.repository().value(), event.changes(), event.actor().userId());
      trials.getObject().targetsMoved(event.repository().value(), event.changes());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot tell pull requests of repository " + event.repository().value(), e);
    }
  }
}
