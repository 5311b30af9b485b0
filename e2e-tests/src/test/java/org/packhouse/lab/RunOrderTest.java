package org.packhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.load.Plans;

class RunOrderTest {

  @Test
  void tellsWhatARunIsAboutToDo() {
    Experiment experiment =
        Plans.experiment(
            List.of("first", "second"),
            List.of(),
            Plans.stage(3, 1500),
            Plans.restart(2000),
            new Stage(1, 1, Duration.ofSeconds(18), false, 5));
    RunOrder order = new RunOrder(experiment, true, Path.of("report"), List.of(), "");
    assertThat(order.told())
        .isEqualTo(
            "tiny, shortened: 2 rounds of first, second; each warms up for 50 ms, then"
                + " 3 workers for 1500 ms, a start and a rest of 2 s,"
                + " 5 operations alone with rests of 18 s.");
  }
}
