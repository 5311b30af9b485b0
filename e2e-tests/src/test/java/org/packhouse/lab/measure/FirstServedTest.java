package org.packhouse.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract holds whether or not this machine lets programs go first. */
class FirstServedTest extends ProcessGroupContract {

  /** The field of {@code /proc/PID/stat}, after the name, that holds the policy. */
  private static final int POLICY = 38;

  private static final String SCHED_RR = "2";

  @Override
  ProcessGroup create(Path directory) {
    return ProcessGroup.ofOtherMachine("a test", directory);
  }

  @Test
  void startsProgramsThatGoBeforeAllOthers(@TempDir Path directory) throws Exception {
    assumeTrue(mayGoFirst(), "No program may go before all others here");
    try (ProcessGroup group = create(directory)) {
      Process sleeping =
          group.start(new ProcessBuilder("sleep", "1000").directory(directory.toFile()));
      await().until(() -> policy(sleeping).equals(SCHED_RR));
      assertThat(sleeping.isAlive()).isTrue();
    }
  }

  private static boolean mayGoFirst() throws Exception {
    return new ProcessBuilder("chrt", "-r", "1", "true").start().waitFor() == 0;
  }

  private static String policy(Process process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[POLICY];
  }
}
