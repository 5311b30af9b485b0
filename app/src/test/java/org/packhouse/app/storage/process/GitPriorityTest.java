package org.packhouse.app.storage.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.process.GitSettings.Scheduling;

class GitPriorityTest {

  private static final Path PROC = Path.of("/proc");
  private static final String NICE = "nice";
  private static final String LAST = "chrt";

  private final AtomicLong nanos = new AtomicLong();
  private final List<Double> asked = new ArrayList<>();
  private final List<Process> started = new ArrayList<>();
  private OptionalDouble others = OptionalDouble.empty();

  @AfterEach
  void stopAll() {
    for (Process each : started) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly();
    }
  }

  @Test
  void comesLastWhileOthersLeaveHalfOfTheProcessors() {
    GitPriority priority = priority(Scheduling.ADAPTIVE, GitPriorityTest::agree);
    assertThat(priority.prefix()).as("nothing is known").startsWith(NICE);
    look(priority, 0.4, 1);
    assertThat(priority.prefix()).startsWith(LAST);
    look(priority, 0.6, 1);
    assertThat(priority.prefix()).as("one second is not much").startsWith(LAST);
    look(priority, 0.6, 3);
    assertThat(priority.prefix()).startsWith(NICE);
    look(priority, 0.2, 3);
    assertThat(priority.prefix()).startsWith(LAST);
  }

  @Test
  void doesNotComeLastByWhatIsOldOrUnknown() {
    GitPriority priority = priority(Scheduling.ADAPTIVE, GitPriorityTest::agree);
    look(priority, 0.1, 1);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(9));
    assertThat(priority.prefix()).startsWith(LAST);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(priority.prefix()).startsWith(NICE);
    look(priority, 0.1, 1);
    assertThat(priority.prefix()).startsWith(LAST);
    others = OptionalDouble.empty();
    priority.look(List.of());
    assertThat(priority.prefix()).startsWith(NICE);
  }

  @Test
  void doesNotComeLastWhereItCouldNotBeCalledBack() {
    GitPriority priority = priority(Scheduling.ADAPTIVE, _ -> "");
    look(priority, 0.1, 5);
    assertThat(priority.prefix()).startsWith(NICE);
    GitPriority.Shell none =
        _ -> {
          throw new IOException("no such program");
        };
    GitPriority without = priority(Scheduling.ADAPTIVE, none);
    look(without, 0.1, 5);
    assertThat(without.prefix()).startsWith(NICE);
    assertThat(without.canComeLast()).isFalse();
  }

  @Test
  void triesToCallBackOnlyWhereOthersLeaveRoomForTheTrial() {
    List<List<String>> lines = new ArrayList<>();
    GitPriority.Shell shell =
        line -> {
          lines.add(line);
          return agree(line);
        };
    GitPriority priority = priority(Scheduling.ADAPTIVE, shell);
    look(priority, 1, 5);
    assertThat(lines).isEmpty();
    look(priority, 0.1, 10);
    assertThat(lines).hasSize(1);
    assertThat(priority.prefix()).startsWith(LAST);
  }

  @Test
  void staysAsItIsTold() {
    GitPriority nice = priority(Scheduling.NICE, GitPriorityTest::agree);
    look(nice, 0.1, 5);
    assertThat(nice.prefix()).startsWith(NICE);
    GitPriority last = priority(Scheduling.IDLE, GitPriorityTest::agree);
    look(last, 1, 20);
    assertThat(last.prefix()).startsWith(LAST);
    assertThat(asked).isEmpty();
  }

  @Test
  void callsBackWhatCameLastWhenOthersWantEverything() throws IOException {
    GitPriority priority = priority(Scheduling.ADAPTIVE, GitPriorityTest::run);
    look(priority, 0.1, 1);
    assumeThat(priority.prefix()).as("not everybody may call programs back").startsWith(LAST);
    List<String> line = new ArrayList<>(priority.prefix());
    line.addAll(List.of("sh", "-c", "sleep 1000 & wait"));
    Process git = start(line);
    await().until(() -> policies(git).equals(List.of("5", "5")));
    lookAt(priority, git, 0.8, 20);
    assertThat(policies(git)).as("a fifth is left").containsExactly("5", "5");
    lookAt(priority, git, 1, 6);
    assertThat(policies(git)).containsExactly("0", "0");
    assertThat(field(git.pid(), 16)).as("niceness").isEqualTo("10");
    assertThat(priority.prefix()).startsWith(NICE);
  }

  @Test
  void countsWhatGitTakesWhileItRunsAndWhenItHasEnded() throws Exception {
    GitPriority priority = priority(Scheduling.ADAPTIVE, GitPriorityTest::agree);
    Process git = start(List.of("sh", "-c", "while :; do :; done"));
    lookAt(priority, git, 0.5, 1);
    double first = asked.getLast();
    await()
        .until(() -> {
          lookAt(priority, git, 0.5, 1);
          return asked.getLast() >= first + 0.3;
        });
    git.destroyForcibly().waitFor();
    look(priority, 0.5, 1);
    assertThat(asked.getLast()).isGreaterThan(first + 0.2);
  }

  private GitPriority priority(Scheduling scheduling, GitPriority.Shell shell) {
    return new GitPriority(
        scheduling,
        seconds -> {
          asked.add(seconds);
          return others;
        },
        shell,
        PROC,
        nanos::get);
  }

  private void look(GitPriority priority, double load, int times) {
    look(priority, List.of(), load, times);
  }

  private void lookAt(GitPriority priority, Process git, double load, int times) {
    look(priority, List.of(git.pid()), load, times);
  }

  private void look(GitPriority priority, List<Long> pids, double load, int times) {
    others = OptionalDouble.of(load);
    for (int i = 0; i < times; i++) {
      priority.look(pids);
    }
  }

  private static String agree(List<String> line) {
    return line.getLast().equals("yields") ? "yields\n" : "back\n";
  }

  private static String run(List<String> line) throws IOException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Process start(List<String> line) throws IOException {
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    started.add(process);
    return process;
  }

  /** How the kernel treats a process and its only child: 0 as all others, 5 after all others. */
  private static List<String> policies(Process parent) {
    return Stream.concat(Stream.of(parent.toHandle()), parent.descendants())
        .map(it -> field(it.pid(), 38))
        .toList();
  }

  private static String field(long pid, int index) {
    try {
      String stat = Files.readString(PROC.resolve(pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[index];
    } catch (IOException gone) {
      return "";
    }
  }
}
