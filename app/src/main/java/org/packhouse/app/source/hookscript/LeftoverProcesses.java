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
 * Kills processes that a script leaves behind. They may have detached into sessions of their own,
 * so they are found by an inherited environment variable with the id of the run, which {@code
 * /proc} shows. A process started with a clean environment escapes.
 */
final class LeftoverProcesses {

  static final String VARIABLE = "PACKHOUSE_HOOK_RUN";

  private static final Path PROC = Path.of("/proc");

  /** Rounds, because a process may fork another before it is killed. */
  private static final int MAX_ROUNDS = 100;

  private static final int ROUND_MILLIS = 100;

  private LeftoverProcesses() {}

  /** Kills all processes of a run and waits until they are gone. */
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

  /** Empty if the process is another user's or has ended. */
  private static String environment(Path process) {
    try {
      byte[] bytes = Files.readAllBytes(process.resolve("environ"));
      return '\0' + new String(bytes, StandardCharsets.ISO_8859_1) + '\0';
    } catch (IOException e) {
      return "";
    }
  }
}
