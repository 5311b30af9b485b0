package org.packhouse.app.platform.outbox;

import com.github.kagkarlsson.scheduler.CurrentlyExecuting;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Measures the tasks that the scheduler runs on this node. */
final class MeasuredTasks extends AbstractSchedulerListener {

  private final WorkMeters meters;
  private final Clock clock;
  private final Map<TaskInstance<?>, WorkMeters.Piece> running = new ConcurrentHashMap<>();

  MeasuredTasks(WorkMeters meters, Clock clock) {
    this.meters = meters;
    this.clock = clock;
  }

  @Override
  public void onExecutionStart(CurrentlyExecuting execution) {
    TaskInstance<?> task = execution.getTaskInstance();
    Duration waited = Duration.between(execution.getExecution().executionTime, clock.instant());
    running.put(task, meters.begin(task.getTaskName(), waited));
  }

  @Override
  public void onExecutionComplete(ExecutionComplete execution) {
    WorkMeters.Piece piece = running.remove(execution.getExecution().taskInstance);
    if (piece != null) {
      piece.close();
    }
  }
}
