package org.packhouse.app.testing;

import java.util.stream.LongStream;
import org.packhouse.app.storage.process.GitProcesses;

/** Counts the git processes that a server starts for what is asked of it. */
public final class Processes {

  private static final int ROUNDS = 3;

  private Processes() {}

  /**
   * The least processes that a server starts while it does something, of three times: its
   * housekeeping starts some whenever it finds work in any repository, and those are no cost of
   * what is asked.
   */
  public static long of(TestingServer server, Runnable asked) {
    GitProcesses processes = server.get(GitProcesses.class);
    return LongStream.range(0, ROUNDS)
        .map(_ -> {
          long before = processes.started();
          asked.run();
          return processes.started() - before;
        })
        .min()
        .orElseThrow();
  }
}
