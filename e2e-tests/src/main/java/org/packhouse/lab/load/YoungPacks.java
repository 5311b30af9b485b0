package org.packhouse.lab.load;

import java.io.IOException;
import java.time.Duration;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.experiment.OperationPlanBuilder;

/** Makes small packs in a target, before anything is measured, by one push for each pack. */
final class YoungPacks {

  private static final int AT_ONCE = 4;
  private static final int TOLD = 100;

  private YoungPacks() {}

  /** A small push to the repositories of that plan. */
  static OperationPlan push(RepositoryPlan plan) {
    return new OperationPlanBuilder()
        .operation("push-small")
        .repository(plan.name())
        .transport("http")
        .protocol(2)
        .weight(1)
        .ratePerHour(0)
        .depth(1)
        .bytes(0)
        .path(null)
        .link(null)
        .target(null)
        .build();
  }

  /**
   * Makes so many pushes.
   *
   * @param generator whose one operation is the push
   * @param told what the journal is told is done
   * @return the figures of the last ones, or of those that failed
   */
  static StageFigures push(
      int count, LoadGenerator generator, Duration patience, Journal journal, String told)
      throws IOException, InterruptedException {
    StageFigures last = null;
    for (int done = 0; done < count || last == null; done += AT_ONCE) {
      if (done % TOLD == 0) {
        journal.doing("%s, %d of %d".formatted(told, done, count));
      }
      Stage stage = new Stage(Math.clamp(count - done, 1, AT_ONCE), 1, Duration.ofNanos(1));
      last = generator.run(new StageOrder(0, stage, false, done, patience), (_, _) -> {});
      if (last.failure() != null) {
        break;
      }
    }
    return last;
  }
}
