package org.packhouse.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmThreadsTest {

  private static final long SELF = ProcessHandle.current().pid();

  @Test
  void putsThreadsTogetherWhoseNamesDifferInNumbers() {
    assertThat(JvmThreads.group("ForkJoinPool-1-worker-3")).isEqualTo("ForkJoinPool");
    assertThat(JvmThreads.group("ForkJoinPool-1-")).isEqualTo("ForkJoinPool");
    assertThat(JvmThreads.group("GC Thread#12")).isEqualTo("GC Thread");
    assertThat(JvmThreads.group("C2 CompilerThread0")).isEqualTo("C2 CompilerThre");
  }

  @Test
  void countsThoseOfThisProcess() {
    JvmThreads threads = new JvmThreads(SELF);
    assertThat(threads.nanos().get("C1 CompilerThre")).isPositive();
    long seen = threads.nanos().values().stream().mapToLong(it -> it).sum();
    assertThat(seen).isBetween(ProcessClock.nanos(SELF) / 4, ProcessClock.nanos(SELF));
  }

  @Test
  void readsTheClockOfAProcess() {
    long before = ProcessClock.nanos(SELF);
    long own = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    assertThat(before).isPositive();
    assertThat(ProcessClock.nanos(SELF)).isGreaterThan(before);
    assertThat(own).isGreaterThan(before / 2);
    assertThat(ProcessClock.nanos(1L << 21)).isZero();
  }
}
