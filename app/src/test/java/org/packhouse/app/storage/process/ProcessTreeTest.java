package org.packhouse.app.storage.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {

  @TempDir private Path proc;

  @Test
  void addsUpAProcessAndAllThatItStarted() throws IOException {
    process(10, 100, "11 12 ");
    process(11, 20, "13 ");
    process(12, 3, "");
    process(13, 4000, "99 ");
    process(14, 77, "");
    assertThat(ProcessTree.of(proc, 10).anonymousBytes()).isEqualTo(4123 * 1024);
    assertThat(ProcessTree.of(proc, 99).anonymousBytes()).as("it is gone").isZero();
  }

  @Test
  void readsWhatThisMachineTells() {
    ProcessTree own = ProcessTree.of(Path.of("/proc"), ProcessHandle.current().pid());
    assertThat(own.anonymousBytes()).isGreaterThan(10L << 20);
    assertThat(own.seconds()).isGreaterThan(0.1);
  }

  @Test
  void addsUpProcessorTimeWithThatOfChildrenThatHaveEnded() throws IOException {
    process(10, 1, "11 ");
    process(11, 1, "");
    stat(10, "git upload pack) x", "100 20 7 3", 0);
    stat(11, "git", "400 5 0 0", 0);
    assertThat(ProcessTree.of(proc, 10).seconds()).isEqualTo(5.35);
    assertThat(ProcessTree.secondsOfEnded(proc.resolve("10"))).isEqualTo(0.1);
    assertThat(ProcessTree.of(proc, 99).seconds()).as("it is gone").isZero();
  }

  @Test
  void findsThreadsThatComeLast() throws IOException {
    process(10, 1, "11 ");
    process(11, 1, "");
    stat(10, "git", "1 1 0 0", 0);
    stat(11, "git", "1 1 0 0", 5);
    Files.createDirectories(proc.resolve("11/task/12"));
    Files.copy(proc.resolve("11/task/11/stat"), proc.resolve("11/task/12/stat"));
    assertThat(ProcessTree.of(proc, 10).threadsThatComeLast())
        .containsExactlyInAnyOrder("11", "12");
  }

  private void stat(long pid, String name, String ticks, int policy) throws IOException {
    String between = "9 ".repeat(23).strip();
    String line =
        "%d (%s) S 1 1 1 0 -1 4 0 0 0 0 %s %s %d 0 0 0\n"
            .formatted(pid, name, ticks, between, policy);
    Files.writeString(proc.resolve(pid + "/stat"), line);
    Files.writeString(proc.resolve(pid + "/task/" + pid + "/stat"), line);
  }

  private void process(long pid, int kilobytes, String children) throws IOException {
    Path task = Files.createDirectories(proc.resolve(pid + "/task/" + pid));
    Files.writeString(task.resolve("children"), children);
    Files.writeString(
        proc.resolve(pid + "/status"),
        "Name:\tgit\nVmHWM:\t999999 kB\nRssAnon:\t    %d kB\nRssFile:\t 55 kB\n"
            .formatted(kilobytes));
  }
}
