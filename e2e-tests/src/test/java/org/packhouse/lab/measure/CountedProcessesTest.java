package org.packhouse.lab.measure;

import java.nio.file.Path;

class CountedProcessesTest extends ProcessGroupContract {

  @Override
  ProcessGroup create(Path folder) {
    return new CountedProcesses(folder);
  }
}
