package org.packhouse.lab.data;

import java.io.IOException;
import java.nio.file.Path;

/** Packs a repository as a server's housekeeping does. */
final class Packing {

  private Packing() {}

  /** One pack with a bitmap, and a commit-graph. Deltas are kept as they are. */
  static void pack(Path repository) throws IOException {
    GitCommand.in(
            repository, "-c", "pack.window=0", "repack", "-a", "-d", "-q", "--write-bitmap-index")
        .succeed();
    GitCommand.in(repository, "commit-graph", "write", "--reachable", "--no-progress").succeed();
  }
}
