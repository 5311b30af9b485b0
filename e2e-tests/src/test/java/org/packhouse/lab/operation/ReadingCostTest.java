package org.packhouse.lab.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the processor time that a client takes to read a clone of 14 MB; asserts none. */
@Tag("full")
@Tag("measurements")
class ReadingCostTest {

  private static final Logger LOG = LoggerFactory.getLogger(ReadingCostTest.class);
  private static final int BYTES = 14 << 20;
  private static final int WARM = 80;
  private static final int MEASURED = 160;

  @TempDir private Path scratch;

  @Test
  void readsACloneOfFourteenMegabytes() throws IOException {
    Canned canned = new Canned(BYTES);
    byte[] response = Canned.chunked(Canned.RESULT, canned.fetched(), 1 << 13);
    OperationPlan plan = new OperationPlan("clone", "one", "http", 2, 1, 0, 0, 0, null, null, null);
    List<TestRepository> repositories = List.of(new TestRepository("one", "one", scratch));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try (CannedServer server = new CannedServer();
        Operation clone =
            Operations.create(
                plan, List.of(server.endpoint()), repositories, scratch, Clock.systemUTC())) {
      long begun = 0;
      for (int i = 0; i < WARM + MEASURED; i++) {
        begun = i == WARM ? threads.getCurrentThreadCpuTime() : begun;
        server.then(canned.advertisement(), canned.refs(), response);
        Turn turn = new Turn(0, i, new Random(1), Link.DIRECT, false);
        assertThat(clone.perform(turn).bytesRead()).isGreaterThan(BYTES);
      }
      double millis = (threads.getCurrentThreadCpuTime() - begun) / 1e6 / MEASURED;
      LOG.info("Reading a clone of 14 MB in chunks of 8 KB and packets of 1 KB: {} ms", millis);
    }
  }
}
