package org.packhouse.lab.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaSamplingTest {

  @TempDir private Path directory;

  @Test
  void seesAVirtualThreadByItsName() throws Exception {
    JavaSampling sampling = new JavaSampling(List.of(ProcessHandle.current().pid()), directory);
    sampling.start();
    Thread.ofVirtual().name("outbox-test").start(JavaSamplingTest::work).join();
    Map<String, Map<String, Double>> millis = sampling.stop();
    Map<String, Double> carried = millis.getOrDefault(Account.ofThread("ForkJoinPool"), Map.of());
    assertThat(carried.getOrDefault("outbox test", 0.0)).isGreaterThan(50);
    assertThat(directory).isDirectoryNotContaining("glob:**.jfr");
  }

  /** Takes the processor for some 300 ms, of which a busy machine gives a part. */
  private static void work() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
    double sum = 0;
    while (System.nanoTime() < end) {
      sum += Math.sin(sum + 1);
    }
    assertThat(sum).isNotNaN();
  }
}
