package org.packhouse.app.source.hookscript;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends what scripts leave behind when they end: processes that have gone to the background, away
 * from their parents and into sessions of their own, so that no tree of processes leads to them.
 * All have inherited a variable with the name of the run, which the system shows where it has
 * {@code /proc}; one that a script starts without its environment is none of its run any more.
 */
final class LeftoverProcesses {

  /** The name of a run, for whatever the script starts. */
  static final String VARIABLE = "PACKHOUSE_HOOK_RUN";

  private static final Path PROC = Path.of("/proc");

  /** A process may start another before it is ended; so it is looked until none is left. */
  private static final int MAX_ROUNDS = 100;

  private static final int ROUND_MILLIS = 100;

  private LeftoverProcesses() {}

  /** Kills all that has the name of a run, and waits until it is gone. */
  static void end(String run) throws IOException {
    if (!Files.isDirectory(PROC)) {
      return;
    }
    for (int i = 0; i < MAX_ROUNDS; i++) {
      List<ProcessHandle> left = left(VARIABLE + '=' + run);
      if (left.isEmpty()) {
        return;
      }
      left.forEach(ProcessHandle::destroyForcibly);
      CompletableFuture<?>[] ends =
          left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(ends)
          .completeOnTimeout(null, ROUND_MILLIS, TimeUnit.MILLISECONDS)
          .join();
    }
  }

  private static List<ProcessHandle> left(String entry) throws IOException {
    List<ProcessHandle> left = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (environment(process).contains('\0' + entry + '\0')) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(left::add);
        }
      }
    }
    return left;
  }

  /** Empty: it is another user's, has ended, or is about to. */
  private static String environment(Path process) {
    try {
      byte[] bytes = Files.readAllBytes(process.resolve("environ"));
      return '\0' + new String(bytes, StandardCharsets.ISO_8859_1) + '\0';
    } catch (IOException e) {
      return "";
    }
  }
}
