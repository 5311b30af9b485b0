package org.packhouse.lab.measure;

import java.nio.file.Path;

class CountedProcessesTest extends ProcessGroupContract {

  @Override
  ProcessGroup create(Path directory) {
    return new CountedProcesses(directory);
  }
}
