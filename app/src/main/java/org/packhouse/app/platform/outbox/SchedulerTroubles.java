package org.packhouse.app.platform.outbox;

import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that the scheduler cannot poll, and once that it can again. The scheduler itself logs a
 * stack trace at each attempt, several a second.
 */
final class SchedulerTroubles extends AbstractSchedulerListener {

  private static final Logger LOG = LoggerFactory.getLogger(SchedulerTroubles.class);

  private boolean failing;

  @Override
  public synchronized void onSchedulerEvent(SchedulerEventType event) {
    if (event == SchedulerEventType.UNEXPECTED_ERROR && !failing) {
      failing = true;
      LOG.warn(
          "Nobody looks for background work on this node for now; it is tried again every moment. The logger com.github.kagkarlsson.scheduler.RunUntilShutdown, at ERROR, says why");
    } else if (event == SchedulerEventType.RAN_EXECUTE_DUE && failing) {
      failing = false;
      LOG.info("This node looks for background work again");
    }
  }
}
