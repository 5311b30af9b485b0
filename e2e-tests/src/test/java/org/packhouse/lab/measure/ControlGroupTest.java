package org.packhouse.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Skipped where no control groups may be made. */
class ControlGroupTest extends ProcessGroupContract {

  @Override
  ProcessGroup create(Path directory) {
    Optional<ControlGroup> group = ControlGroup.create("a test");
    assumeTrue(group.isPresent(), "No control group can be made here");
    return group.orElseThrow();
  }

  @Test
  void tellsProcessorTimeInMicroseconds(@TempDir Path directory) throws Exception {
    try (ProcessGroup group = create(directory)) {
      assertThat(group.exact()).isTrue();
      assertThat(group.start(new ProcessBuilder("true")).waitFor()).isZero();
      // A program that does nothing takes less than a tick of the clock, which is 1 to 10 ms.
      assertThat(group.processorNanos()).isPositive();
    }
  }

  @Test
  void endsWhatARunHasLeftThatWasKilled(@TempDir Path directory) throws Exception {
    ProcessGroup probe = create(directory);
    probe.close();
    Process dead = new ProcessBuilder("true").start();
    assertThat(dead.waitFor()).isZero();
    Path parent =
        ControlGroupDirectories.candidates().stream()
            .filter(Files::isWritable)
            .findFirst()
            .orElseThrow();
    Path left = parent.resolve("packhouse-lab-" + dead.pid() + "-1-left");
    Files.createDirectory(left);
    Process sleeping = ControlGroup.of(left).start(new ProcessBuilder("sleep", "60"));
    create(directory).close();
    assertThat(left).doesNotExist();
    assertThat(sleeping.waitFor()).isNotZero();
  }
}
