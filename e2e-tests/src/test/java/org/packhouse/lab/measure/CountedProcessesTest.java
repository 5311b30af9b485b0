package org.packhouse.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedProcessesTest extends ProcessGroupContract {

  @Override
  ProcessGroup create(Path directory) {
    return new CountedProcesses(directory);
  }

  @Test
  void saysThatItCountsInTicks(@TempDir Path directory) {
    try (ProcessGroup group = create(directory)) {
      assertThat(group.exact()).isFalse();
    }
  }
}
