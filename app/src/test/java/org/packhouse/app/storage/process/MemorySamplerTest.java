package org.packhouse.app.storage.process;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.storage.process.GitSettings.Scheduling;
import org.packhouse.app.testing.GitFixture;

class MemorySamplerTest {

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  @TempDir private Path home;

  @AfterEach
  void stop() {
    thread.shutdownNow();
  }

  @Test
  void goesOnLookingAtMemoryWhenALookHasFailed() throws Exception {
    AtomicInteger failed = new AtomicInteger();
    DoubleFunction<OptionalDouble> broken =
        _ -> {
          failed.incrementAndGet();
          throw new IllegalStateException("broken");
        };
    Path proc = Path.of("/proc");
    GitPriority priority =
        new GitPriority(Scheduling.ADAPTIVE, broken, _ -> "back", proc, System::nanoTime);
    MemorySampler sampler = new MemorySampler(proc, thread, priority);
    AtomicInteger told = new AtomicInteger();
    Ticket ticket = TestingTickets.ticket(false, _ -> told.incrementAndGet());
    Duration minute = Duration.ofMinutes(1);
    GitSettings settings = new GitSettings("git", minute, minute, 1, Scheduling.NICE);
    GitProcesses processes = new GitProcesses(settings, new Homes(home, home));
    Path repository = GitFixture.bare(home.resolve("some.git")).directory();
    GitCommand waiting = GitCommand.in(repository, "cat-file", "--batch");
    try (GitProcess process = processes.start(TestingTickets.ticket(false, _ -> {}), waiting)) {
      sampler.started(process, ticket);
      await().until(() -> failed.get() > 0);
      int before = told.get();
      await().until(() -> told.get() > before + 2);
      sampler.ended(process);
    } finally {
      processes.destroy();
    }
  }
}
