package org.packhouse.app.platform.outbox;

import com.github.kagkarlsson.scheduler.task.DeadExecutionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Gives up a task on client input after three failures or crashes, so that an input that ends a
 * server does not end it again at each start. Counted by {@code tasks.given.up}.
 */
@Component
public final class ThreeAttempts implements FailureHandler<Void>, DeadExecutionHandler<Void> {

  private static final Logger LOG = LoggerFactory.getLogger(ThreeAttempts.class);
  private static final int ATTEMPTS = 3;
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Counter givenUp;

  ThreeAttempts(MeterRegistry meters) {
    this.givenUp =
        Counter.builder("tasks.given.up")
            .description("Background work that failed or ended with its server three times")
            .register(meters);
  }

  @Override
  public void onFailure(ExecutionComplete attempt, ExecutionOperations<Void> operations) {
    again(attempt, operations, attempt.getCause().orElse(null), "failed");
  }

  @Override
  public void deadExecution(ExecutionComplete attempt, ExecutionOperations<Void> operations) {
    again(attempt, operations, null, "ended with its server");
  }

  private void again(
      ExecutionComplete attempt,
      ExecutionOperations<Void> operations,
      @Nullable Throwable cause,
      String how) {
    Execution execution = attempt.getExecution();
    if (execution.consecutiveFailures + 1 < ATTEMPTS) {
      LOG.warn("The task {} has {} and is tried again", execution.taskInstance, how, cause);
      operations.reschedule(attempt, attempt.getTimeDone().plus(PAUSE));
      return;
    }
    givenUp.increment();
    LOG.error(
        "The task {} has {} and is given up after {} attempts",
        execution.taskInstance,
        how,
        ATTEMPTS,
        cause);
    operations.stop();
  }
}
