package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.throttle.load.MachineLoad;

class OtherLoadTest {

  @TempDir private Path proc;

  @Test
  void tellsHowBusyTheRestWasSinceItWasAskedLast() throws IOException {
    OtherLoad load = new OtherLoad(new MachineLoad(proc, proc));
    stat(1000, 1000);
    assertThat(load.next(7)).as("there is no time before").isEmpty();
    stat(1150, 1050);
    assertThat(load.next(8).orElseThrow()).isCloseTo(0.25, within(1e-9));
    stat(1250, 1150);
    assertThat(load.next(8).orElseThrow()).isCloseTo(0.5, within(1e-9));
    stat(1350, 1250);
    assertThat(load.next(6).orElseThrow()).as("less than before").isCloseTo(0.5, within(1e-9));
  }

  @Test
  void tellsNothingWhereTheMachineDoesNot() {
    OtherLoad load = new OtherLoad(new MachineLoad(proc, proc));
    assertThat(load.next(1)).isEmpty();
    assertThat(load.next(1)).isEmpty();
  }

  private void stat(int busy, int idle) throws IOException {
    Files.writeString(proc.resolve("stat"), "cpu  %d 0 0 %d 0 0 0 0 0 0\n".formatted(busy, idle));
  }
}
