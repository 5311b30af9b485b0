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

class YieldingTest {

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
    Yielding yielding = yielding(Scheduling.ADAPTIVE, YieldingTest::agree);
    assertThat(yielding.prefix()).as("nothing is known").startsWith(NICE);
    look(yielding, 0.4, 1);
    assertThat(yielding.prefix()).startsWith(LAST);
    look(yielding, 0.6, 1);
    assertThat(yielding.prefix()).as("one second is not much").startsWith(LAST);
    look(yielding, 0.6, 3);
    assertThat(yielding.prefix()).startsWith(NICE);
    look(yielding, 0.2, 3);
    assertThat(yielding.prefix()).startsWith(LAST);
  }

  @Test
  void doesNotComeLastByWhatIsOldOrUnknown() {
    Yielding yielding = yielding(Scheduling.ADAPTIVE, YieldingTest::agree);
    look(yielding, 0.1, 1);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(9));
    assertThat(yielding.prefix()).startsWith(LAST);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(yielding.prefix()).startsWith(NICE);
    look(yielding, 0.1, 1);
    assertThat(yielding.prefix()).startsWith(LAST);
    others = OptionalDouble.empty();
    yielding.look(List.of());
    assertThat(yielding.prefix()).startsWith(NICE);
  }

  @Test
  void doesNotComeLastWhereItCouldNotBeCalledBack() {
    Yielding yielding = yielding(Scheduling.ADAPTIVE, _ -> "");
    look(yielding, 0.1, 5);
    assertThat(yielding.prefix()).startsWith(NICE);
    Yielding.Shell none =
        _ -> {
          throw new IOException("no such program");
        };
    Yielding without = yielding(Scheduling.ADAPTIVE, none);
    look(without, 0.1, 5);
    assertThat(without.prefix()).startsWith(NICE);
    assertThat(without.canComeLast()).isFalse();
  }

  @Test
  void triesToCallBackOnlyWhereOthersLeaveRoomForTheTrial() {
    List<List<String>> lines = new ArrayList<>();
    Yielding.Shell shell =
        line -> {
          lines.add(line);
          return agree(line);
        };
    Yielding yielding = yielding(Scheduling.ADAPTIVE, shell);
    look(yielding, 1, 5);
    assertThat(lines).isEmpty();
    look(yielding, 0.1, 10);
    assertThat(lines).hasSize(1);
    assertThat(yielding.prefix()).startsWith(LAST);
  }

  @Test
  void staysAsItIsTold() {
    Yielding nice = yielding(Scheduling.NICE, YieldingTest::agree);
    look(nice, 0.1, 5);
    assertThat(nice.prefix()).startsWith(NICE);
    Yielding last = yielding(Scheduling.IDLE, YieldingTest::agree);
    look(last, 1, 20);
    assertThat(last.prefix()).startsWith(LAST);
    assertThat(asked).isEmpty();
  }

  @Test
  void callsBackWhatCameLastWhenOthersWantEverything() throws IOException {
    Yielding yielding = yielding(Scheduling.ADAPTIVE, YieldingTest::run);
    look(yielding, 0.1, 1);
    assumeThat(yielding.prefix()).as("not everybody may call programs back").startsWith(LAST);
    List<String> line = new ArrayList<>(yielding.prefix());
    line.addAll(List.of("sh", "-c", "sleep 1000 & wait"));
    Process git = start(line);
    await().until(() -> policies(git).equals(List.of("5", "5")));
    lookAt(yielding, git, 0.8, 20);
    assertThat(policies(git)).as("a fifth is left").containsExactly("5", "5");
    lookAt(yielding, git, 1, 6);
    assertThat(policies(git)).containsExactly("0", "0");
    assertThat(field(git.pid(), 16)).as("niceness").isEqualTo("10");
    assertThat(yielding.prefix()).startsWith(NICE);
  }

  @Test
  void countsWhatGitTakesWhileItRunsAndWhenItHasEnded() throws Exception {
    Yielding yielding = yielding(Scheduling.ADAPTIVE, YieldingTest::agree);
    Process git = start(List.of("sh", "-c", "while :; do :; done"));
    lookAt(yielding, git, 0.5, 1);
    double first = asked.getLast();
    await()
        .until(() -> {
          lookAt(yielding, git, 0.5, 1);
          return asked.getLast() >= first + 0.3;
        });
    git.destroyForcibly().waitFor();
    look(yielding, 0.5, 1);
    assertThat(asked.getLast()).isGreaterThan(first + 0.2);
  }

  private Yielding yielding(Scheduling scheduling, Yielding.Shell shell) {
    return new Yielding(
        scheduling,
        seconds -> {
          asked.add(seconds);
          return others;
        },
        shell,
        PROC,
        nanos::get);
  }

  private void look(Yielding yielding, double load, int times) {
    look(yielding, List.of(), load, times);
  }

  private void lookAt(Yielding yielding, Process git, double load, int times) {
    look(yielding, List.of(git.pid()), load, times);
  }

  private void look(Yielding yielding, List<Long> pids, double load, int times) {
    others = OptionalDouble.of(load);
    for (int i = 0; i < times; i++) {
      yielding.look(pids);
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
