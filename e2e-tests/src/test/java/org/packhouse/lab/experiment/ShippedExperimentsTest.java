package org.packhouse.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.lab.operation.Operations;
import org.packhouse.lab.process.Launcher;

/** The experiments that come with the product can be loaded and are short enough. */
class ShippedExperimentsTest {

  private static final Path DIRECTORY = Launcher.root().resolve("e2e-tests/experiments");
  private static final Duration MAX_DURATION = Duration.ofMinutes(4);
  private static final Duration MAX_QUICK_DURATION = Duration.ofSeconds(6);

  static List<String> names() throws IOException {
    return ExperimentFile.names(DIRECTORY);
  }

  @Test
  void areAllThere() throws IOException {
    assertThat(names())
        .contains(
            "clone-storm",
            "shallow-storm",
            "ls-refs-50k",
            "push-small",
            "push-many-repositories",
            "push-big",
            "slow-clients",
            "long-link",
            "slow-link-250mb",
            "profile-large",
            "profile-xlarge",
            "interactive-under-storm",
            "interactive-beside-cached-clones",
            "push-busy-repository",
            "browse",
            "start");
  }

  @ParameterizedTest
  @MethodSource("names")
  void sayWhatTheyShowAndLoadTheirServersForMinutes(String name) throws IOException {
    Experiment full = ExperimentFile.load(DIRECTORY.resolve(name + ".json"), false);
    Experiment quick = ExperimentFile.load(DIRECTORY.resolve(name + ".json"), true);
    assertThat(full.shows()).endsWith(".");
    assertThat(loaded(full)).isPositive().isLessThan(MAX_DURATION);
    assertThat(loaded(quick)).isPositive().isLessThan(MAX_QUICK_DURATION);
    assertThat(full.operations())
        .allSatisfy(it -> assertThat(Operations.knownNames()).contains(it.operation()));
  }

  private static Duration loaded(Experiment experiment) {
    Duration turn =
        experiment.load().stages().stream()
            .map(Experiment.Stage::duration)
            .reduce(experiment.load().warmUp(), Duration::plus);
    return turn.multipliedBy((long) experiment.rounds() * experiment.targets().size());
  }
}
