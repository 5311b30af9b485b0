package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file system in memory. Tests that may not mount it are skipped. */
final class SmallDisk implements AutoCloseable {

  private final Path mounted;

  private SmallDisk(Path mounted) {
    this.mounted = mounted;
  }

  static SmallDisk mount(Path directory, String options) throws IOException {
    Path mounted = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", options, "tmpfs", mounted.toString()) == 0,
        "A small file system can be mounted by root only");
    return new SmallDisk(mounted);
  }

  Path directory() {
    return mounted.resolve("scm");
  }

  long free() throws IOException {
    return Files.getFileStore(mounted).getUsableSpace();
  }

  void fill() throws IOException {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(mounted.resolve("filler"))) {
      while (true) {
        out.write(block);
      }
    } catch (IOException _) {
      assertThat(free()).isLessThan(block.length);
    }
  }

  void empty() throws IOException {
    Files.delete(mounted.resolve("filler"));
  }

  @Override
  public void close() throws IOException {
    assertThat(run("umount", mounted.toString())).isZero();
  }

  private static int run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.onExit().join().exitValue();
  }
}
