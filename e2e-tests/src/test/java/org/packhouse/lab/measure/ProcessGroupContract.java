package org.packhouse.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every process group. */
abstract class ProcessGroupContract {

  private static final String WORK = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
  private static final long MEASURABLE = Duration.ofMillis(10).toNanos();

  @TempDir private Path directory;
  private final java.util.ArrayList<ProcessGroup> groups = new java.util.ArrayList<>();

  abstract ProcessGroup create(Path directory);

  private ProcessGroup group() {
    ProcessGroup group = create(directory);
    groups.add(group);
    return group;
  }

  @AfterEach
  void end() {
    groups.forEach(ProcessGroup::close);
  }

  private ProcessBuilder shell(String script) {
    return new ProcessBuilder("sh", "-c", script).directory(directory.toFile());
  }

  @Test
  void countsWhatAnEndedChildTook() throws Exception {
    ProcessGroup group = group();
    Process process = group.start(shell("sh -c '" + WORK + "'; sleep 60"));
    await().until(() -> group.processorNanos() >= MEASURABLE);
    await().until(() -> children(process).equals(List.of("sleep")));
    assertThat(group.processorNanos()).isGreaterThanOrEqualTo(MEASURABLE);
  }

  private static List<String> children(Process process) {
    return process
        .toHandle()
        .descendants()
        .map(each -> ProcessStatus.of(each.pid()).name())
        .toList();
  }

  @Test
  void endsWhatItsProcessesHaveStarted() throws IOException {
    ProcessGroup group = group();
    group.start(shell("sleep 60 & sleep 60"));
    await().until(() -> sleeping(group).size() == 2);
    List<Long> pids = group.processes();
    group.close();
    assertThat(group.processes()).isEmpty();
    assertThat(pids)
        .allSatisfy(pid ->
            await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()));
  }

  @Test
  void endsAProcessThatBelongsToNobody() throws IOException {
    ProcessGroup group = group();
    Process first = group.start(shell("(sleep 60 &) ; true"));
    await().until(() -> !first.isAlive());
    List<Long> pids = sleeping(group);
    assertThat(pids).hasSize(1);
    group.close();
    await().until(() -> ProcessHandle.of(pids.getFirst()).filter(ProcessHandle::isAlive).isEmpty());
  }

  private static List<Long> sleeping(ProcessGroup group) {
    return group.processes().stream()
        .filter(pid -> ProcessStatus.of(pid).name().equals("sleep"))
        .toList();
  }

  @Test
  void tellsTheAnonymousMemoryOfWhatRuns() throws IOException {
    ProcessGroup group = group();
    assertThat(group.anonymousBytes()).isZero();
    group.start(shell("x=$(head -c 20000000 /dev/zero | tr '\\0' x); echo $x | sleep 60"));
    await().until(() -> group.anonymousBytes() > 20_000_000);
  }

  @Test
  void countsGitProcesses() throws IOException {
    ProcessGroup group = group();
    assertThat(group.gitProcesses()).isZero();
    Process process =
        group.start(
            new ProcessBuilder("git", "hash-object", "--stdin").directory(directory.toFile()));
    await().until(() -> group.gitProcesses() == 1);
    process.getOutputStream().close();
    await().until(() -> group.gitProcesses() == 0);
  }

  @Test
  void takesInAProcessThatRuns() throws IOException {
    ProcessGroup group = group();
    Process process = shell("sleep 60").start();
    group.adopt(process.toHandle());
    assertThat(group.processes()).contains(process.pid());
    group.close();
    await().until(() -> !process.isAlive());
  }

  @Test
  void countsAPartInTheWhole() throws IOException {
    ProcessGroup group = group();
    ProcessGroup part = group.part("part");
    Process process = group.start(shell("read go; " + WORK + "; sleep 60"));
    await().until(() -> group.processes().contains(process.pid()));
    part.adopt(process.toHandle());
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    await().until(() -> part.processorNanos() >= MEASURABLE);
    assertThat(group.processorNanos()).isGreaterThanOrEqualTo(MEASURABLE);
    // The shell may start its last command between one list and the other.
    await().untilAsserted(() -> assertThat(group.processes()).containsAll(part.processes()));
  }
}
