package org.packhouse.app.platform.throttle.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.throttle.load.MachineLoad.Times;

class MachineLoadTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @TempDir private Path directory;
  private Path proc;
  private Path groups;

  @BeforeEach
  void makeMachine() throws IOException {
    proc = Files.createDirectories(directory.resolve("proc"));
    Files.createDirectories(proc.resolve("self"));
    groups = Files.createDirectories(directory.resolve("cgroup"));
    stat(1000, 9000);
    write(proc.resolve("meminfo"), "MemTotal: 8000 kB\nMemFree: 10 kB\nMemAvailable:    4000 kB\n");
  }

  @Test
  void readsTheMachineWhereNothingElseLimits() throws IOException {
    Times before = times(0);
    stat(1300, 9100);
    assertThat(times(SECOND).loadSince(before).orElseThrow()).isCloseTo(0.75, within(1e-9));
    assertThat(machine().availableMemory()).hasValue(4000 * 1024);
  }

  @Test
  void leavesOutWorkThatDoesNotCount() throws IOException {
    Times before = times(0);
    stat(1300, 9100);
    Times now = times(SECOND);
    assertThat(now.loadSince(before, 2).orElseThrow()).isCloseTo(0.25, within(1e-9));
    assertThat(now.loadSince(before, 5).orElseThrow()).as("more than there was").isZero();
  }

  @Test
  void readsAGroupOfVersionTwoThatLimits() throws IOException {
    write(proc.resolve("self/cgroup"), "0::/system.slice/packhouse\n");
    write(groups.resolve("cgroup.controllers"), "cpu memory\n");
    Path group = groups.resolve("system.slice/packhouse");
    write(group.resolve("cpu.max"), "50000 100000\n");
    write(group.resolve("cpu.stat"), "usage_usec 1000000\nuser_usec 1\n");
    write(groups.resolve("system.slice/memory.max"), "3000000\n");
    write(groups.resolve("system.slice/memory.current"), "2900000\n");
    write(groups.resolve("system.slice/memory.stat"), "anon 1\ninactive_file 500000\nfile 2\n");
    write(group.resolve("memory.max"), "max\n");
    write(group.resolve("memory.current"), "2000\n");
    Times before = times(0);
    stat(1010, 9990);
    write(group.resolve("cpu.stat"), "usage_usec 1400000\nuser_usec 1\n");
    assertThat(times(SECOND).loadSince(before).orElseThrow()).isCloseTo(0.8, within(1e-9));
    assertThat(times(SECOND).loadSince(before, 0.25).orElseThrow()).isCloseTo(0.3, within(1e-9));
    assertThat(machine().availableMemory()).hasValue(600_000);
  }

  @Test
  void readsAGroupOfVersionOneThatIsSeenAtTheRoot() throws IOException {
    write(proc.resolve("self/cgroup"), "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n");
    write(groups.resolve("cpu/cpu.cfs_quota_us"), "200000\n");
    write(groups.resolve("cpu/cpu.cfs_period_us"), "100000\n");
    write(groups.resolve("cpuacct/cpuacct.usage"), "1000000000\n");
    write(groups.resolve("memory/memory.limit_in_bytes"), "2000000\n");
    write(groups.resolve("memory/memory.usage_in_bytes"), "1500000\n");
    write(groups.resolve("memory/memory.stat"), "inactive_file 7\ntotal_inactive_file 100000\n");
    Times before = times(0);
    stat(1010, 9990);
    write(groups.resolve("cpuacct/cpuacct.usage"), "2000000000\n");
    assertThat(times(SECOND).loadSince(before).orElseThrow()).isCloseTo(0.5, within(1e-9));
    assertThat(machine().availableMemory()).hasValue(600_000);
  }

  @Test
  void takesTheMachineWhereAGroupHasNoLimit() throws IOException {
    write(proc.resolve("self/cgroup"), "4:memory:/\n0::/\n");
    write(groups.resolve("memory/memory.limit_in_bytes"), "9223372036854771712\n");
    write(groups.resolve("memory/memory.usage_in_bytes"), "1500000\n");
    write(groups.resolve("cpu/cpu.cfs_quota_us"), "-1\n");
    write(groups.resolve("cpu/cpu.cfs_period_us"), "100000\n");
    assertThat(machine().availableMemory()).hasValue(4000 * 1024);
    Times before = times(0);
    stat(1300, 9100);
    assertThat(times(SECOND).loadSince(before).orElseThrow()).isCloseTo(0.75, within(1e-9));
  }

  @Test
  void saysSoWhereNothingIsTold() throws IOException {
    MachineLoad elsewhere = new MachineLoad(directory.resolve("no"), directory.resolve("no"));
    assertThat(elsewhere.times(0)).isNull();
    assertThat(elsewhere.availableMemory()).isEmpty();
    Times now = times(0);
    assertThat(now.loadSince(now)).isEmpty();
  }

  @Test
  void readsThisMachine() {
    MachineLoad here = MachineLoad.ofThisMachine();
    assertThat(here.availableMemory().orElseThrow()).isPositive();
    assertThat(Objects.requireNonNull(here.times(1)).total()).isPositive();
  }

  private MachineLoad machine() {
    return new MachineLoad(proc, groups);
  }

  private Times times(long nanos) {
    return Objects.requireNonNull(machine().times(nanos));
  }

  /** A machine of two processors that was busy for some ticks, and idle or waiting for others. */
  private void stat(long busy, long idle) throws IOException {
    write(
        proc.resolve("stat"),
        "cpu  %d 10 20 %d 30 1 2 3 99 99\ncpu0 1 2 3 4\nintr 5\n".formatted(busy - 36, idle - 30));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
