package org.packhouse.e2e.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/**
 * Measures what a server holds.
 *
 * @param descriptors open files and sockets of the JVM
 * @param threads threads of the JVM
 * @param children native git below the JVM
 * @param temporary files of pushes and uploads that are not done
 * @param heap bytes of objects that are reachable
 */
record Footprint(int descriptors, int threads, int children, int temporary, long heap) {

  private static final Pattern USED = Pattern.compile("used ([0-9]+)K");

  /** Looks at a server, after a collection of its heap. */
  static Footprint of(PackagedServer server, Shell shell) {
    long pid = server.process().pid();
    int descriptors = count(Path.of("/proc/" + pid + "/fd"));
    int threads = count(Path.of("/proc/" + pid + "/task"));
    List<ProcessHandle> children =
        server
            .process()
            .descendants()
            .filter(child -> child.info().command().map(it -> it.endsWith("git")).orElse(false))
            .toList();
    String jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd").toString();
    shell.run(jcmd, Long.toString(pid), "GC.run");
    Matcher used = USED.matcher(shell.run(jcmd, Long.toString(pid), "GC.heap_info"));
    if (!used.find()) {
      throw new AssertionError("The JVM does not say what its heap holds");
    }
    return new Footprint(
        descriptors,
        threads,
        children.size(),
        temporaryFiles(server.home()),
        Long.parseLong(used.group(1)) << 10);
  }

  private static int count(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return (int) entries.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Quarantines, each in the directory of its session, and incomplete packs. */
  private static int temporaryFiles(Path home) {
    try (Stream<Path> files = Files.walk(home)) {
      return (int) files.filter(Footprint::isTemporary).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isTemporary(Path file) {
    Path incoming = file.resolve("../..").normalize();
    return file.getFileName().toString().startsWith("tmp_") || incoming.endsWith("incoming");
  }
}
