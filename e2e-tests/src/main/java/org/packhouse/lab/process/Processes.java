package org.packhouse.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends processes with all that they started, and finds those that were left. */
public final class Processes {

  private Processes() {}

  /** Kills a process and its descendants; waits until they are gone. */
  public static void end(ProcessHandle process) {
    List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process)).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture<?>[] ends =
        all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(ends).orTimeout(1, TimeUnit.MINUTES).join();
  }

  /** Sends a signal, such as {@code STOP}. */
  public static void signal(ProcessHandle process, String name)
      throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new IOException("Process %d takes no signal %s".formatted(process.pid(), name));
    }
  }

  /** Processes that work in a directory, or whose command line names it. */
  public static List<ProcessHandle> of(Path directory) {
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      return processes.filter(process -> concerns(process, directory)).toList();
    }
  }

  private static boolean concerns(ProcessHandle process, Path directory) {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    try {
      if (Files.readString(proc.resolve("cmdline")).contains(directory.toString())) {
        return true;
      }
      return proc.resolve("cwd").toRealPath().startsWith(directory);
    } catch (IOException gone) {
      return false;
    }
  }
}
