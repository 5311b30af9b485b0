package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe and the door of the shared home, on files that respond or do not. */
class SharedHomeBulkheadTest {

  /** Until the next round, which makes its file again, the one that was a pipe is missing. */
  private static final String LET_GO_ON = "in|the shared home is away: there is no directory .*";

  @TempDir private Path home;
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger waiting = new AtomicInteger();
  private SharedHomeProbe probe;
  private SharedHomeBulkhead door;

  @BeforeEach
  void open() throws IOException {
    probe = new SharedHomeProbe(home.resolve("nodes"));
    probe.start();
    door = new SharedHomeBulkhead(probe, Duration.ofSeconds(2));
  }

  @AfterEach
  void end() throws IOException {
    requests.shutdownNow();
    probe.close();
    // Whoever still waits for a pipe would hold a carrier of all tests to come.
    while (waiting.get() > 0) {
      bothEnds(home.resolve("files")).close();
    }
  }

  @Test
  void letsRequestsInWhoseNumberIsBounded() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    List<Future<Boolean>> inside = new ArrayList<>();
    for (int count = 0; count < 2 * SharedHomeBulkhead.MAX_REQUESTS; count++) {
      inside.add(requests.submit(() -> door.run(() -> waitsFor(hold))));
    }
    await().until(() -> door.inside() == SharedHomeBulkhead.MAX_REQUESTS);
    // Whoever works in the background is not counted.
    assertThat(door.run(() -> "in")).isEqualTo("in");
    hold.countDown();
    for (Future<Boolean> each : inside) {
      assertThat(each.get()).isTrue();
    }
    assertThat(door.inside()).isZero();
  }

  private static boolean waitsFor(CountDownLatch latch) throws IOException {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void whatFailsInsideGivesItsPlaceBack() throws Exception {
    assertThatThrownBy(() ->
            request(() ->
                door.run(() -> {
                  throw new IOException("damaged");
                })))
        .hasMessage("damaged");
    assertThat(door.inside()).isZero();
  }

  @Test
  void aHomeThatIsLateIsWaitedFor() throws Exception {
    SharedHomeBulkhead patient = new SharedHomeBulkhead(probe, Duration.ofMinutes(5));
    Path file = home.resolve("nodes").resolve(probe.file().toString());
    Files.move(pipe("probe"), file, StandardCopyOption.REPLACE_EXISTING);
    await().until(() -> probe.trouble().isPresent());
    CompletableFuture<String> outcome = new CompletableFuture<>();
    Thread request = Thread.ofVirtual().start(() -> outcome.complete(enter(patient)));
    await().until(() -> request.getState() == Thread.State.TIMED_WAITING);
    assertThat(probe.isLate(Duration.ofMinutes(5))).isTrue();
    try (FileChannel otherEnd = bothEnds(Files.move(file, home.resolve("probe")))) {
      assertThat(outcome.get(1, TimeUnit.MINUTES)).matches(LET_GO_ON);
      assertThat(otherEnd.isOpen()).isTrue();
    }
  }

  @Test
  void aDiskOfThisMachineIsWaitedForWhenAFileServerWouldBeAway() throws Exception {
    assertThat(probe.isOnOwnDisk()).isTrue();
    SharedHomeBulkhead ofDisk = new SharedHomeBulkhead(probe);
    Path file = home.resolve("nodes").resolve(probe.file().toString());
    Files.move(pipe("probe"), file, StandardCopyOption.REPLACE_EXISTING);
    await().until(() -> !probe.isLate(Duration.ofSeconds(2)) && probe.trouble().isPresent());
    // Load balancers are told nothing while requests wait and do not fail.
    assertThat(probe.away()).isEmpty();
    assertThatThrownBy(() -> request(() -> door.run(() -> "in")))
        .isInstanceOf(SharedHomeAwayException.class);
    CompletableFuture<String> outcome = new CompletableFuture<>();
    Thread request = Thread.ofVirtual().start(() -> outcome.complete(enter(ofDisk)));
    await().until(() -> request.getState() == Thread.State.TIMED_WAITING);
    try (FileChannel otherEnd = bothEnds(Files.move(file, home.resolve("probe")))) {
      assertThat(outcome.get(1, TimeUnit.MINUTES)).matches(LET_GO_ON);
      assertThat(otherEnd.isOpen()).isTrue();
    }
  }

  @Test
  void aFileServerIsWaitedForByWhatItUsuallyTakes() {
    assertThat(SharedHomeProbe.late(Duration.ofMillis(5))).isEqualTo(Duration.ofSeconds(2));
    assertThat(SharedHomeProbe.late(Duration.ofMillis(600))).isEqualTo(Duration.ofMillis(4_800));
    assertThat(SharedHomeProbe.late(Duration.ofMinutes(1))).isEqualTo(Duration.ofSeconds(10));
  }

  /** Carriers that came once stay for as long as the process does anything. */
  @Test
  void carriersThatComputeAreNoReasonForMore() throws Exception {
    VirtualThreadSchedulerMXBean scheduler =
        ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    int usual = Runtime.getRuntime().availableProcessors();
    await().atMost(Duration.ofMinutes(1)).until(() -> scheduler.getParallelism() == usual);
    AtomicBoolean computing = new AtomicBoolean(true);
    Path file = home.resolve("nodes").resolve(probe.file().toString());
    try {
      for (int i = 0; i < usual; i++) {
        var _ = requests.submit(() -> compute(computing));
      }
      await().until(() -> scheduler.getMountedVirtualThreadCount() >= usual);
      Files.move(pipe("probe"), file, StandardCopyOption.REPLACE_EXISTING);
      await().until(() -> probe.trouble().isPresent());
      assertThat(scheduler.getParallelism()).isEqualTo(usual);
    } finally {
      computing.set(false);
      bothEnds(Files.move(file, home.resolve("probe"))).close();
    }
  }

  private static void compute(AtomicBoolean goOn) {
    while (goOn.get()) {
      Thread.onSpinWait();
    }
  }

  /** What came of it, in words. */
  private static String enter(SharedHomeBulkhead door) {
    try {
      return door.run(() -> "in");
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void aDirectoryThatIsGoneIsTroubleUntilItIsBack() throws Exception {
    Path nodes = home.resolve("nodes");
    Files.move(nodes, home.resolve("elsewhere"));
    await().until(() -> probe.trouble().isPresent());
    assertThat(probe.trouble()).contains("there is no directory " + nodes);
    assertThatThrownBy(() -> request(() -> door.run(() -> "in")))
        .isInstanceOf(SharedHomeAwayException.class)
        .hasMessage("the shared home is away: there is no directory " + nodes);
    assertThat(nodes).doesNotExist();
    Files.move(home.resolve("elsewhere"), nodes);
    await().until(() -> probe.trouble().isEmpty());
    assertThat(request(() -> door.run(() -> "in"))).isEqualTo("in");
  }

  /** A pipe without another end holds whoever opens it, as a file server does that is away. */
  @Test
  void aHomeThatIsStuckStopsNobodyElse() throws Exception {
    Path files = pipe("files");
    Path file = home.resolve("nodes").resolve(probe.file().toString());
    List<Future<byte[]>> stuck = new ArrayList<>();
    for (int count = 0; count < SharedHomeBulkhead.MAX_REQUESTS; count++) {
      stuck.add(requests.submit(() -> door.run(() -> read(files))));
    }
    // All carriers that there are as a rule are held, and a virtual thread runs all the same.
    await().until(() -> waiting.get() >= Runtime.getRuntime().availableProcessors());
    Files.move(pipe("probe"), file, StandardCopyOption.REPLACE_EXISTING);
    await().until(() -> probe.trouble().isPresent());
    assertThat(probe.trouble().orElseThrow()).startsWith("it has not answered for ");
    assertThat(request(() -> "ran")).isEqualTo("ran");
    assertThatThrownBy(() -> request(() -> door.run(() -> "in")))
        .isInstanceOf(SharedHomeAwayException.class);

    Path moved = Files.move(file, home.resolve("probe"));
    try (FileChannel otherEnd = bothEnds(moved)) {
      await().until(() -> probe.trouble().isEmpty());
      assertThat(otherEnd.isOpen()).isTrue();
    }
    await()
        .until(() -> {
          bothEnds(files).close();
          return stuck.stream().allMatch(Future::isDone);
        });
    assertThat(stuck).anySatisfy(each -> assertThat(each.get()).isEmpty());
    assertThat(request(() -> door.run(() -> "in"))).isEqualTo("in");
  }

  private byte[] read(Path pipe) throws IOException {
    waiting.incrementAndGet();
    try {
      return Files.readAllBytes(pipe);
    } finally {
      waiting.decrementAndGet();
    }
  }

  private Path pipe(String name) throws IOException, InterruptedException {
    Path pipe = home.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  /** Opens a pipe without waiting, and lets go who waits for the other end. */
  private static FileChannel bothEnds(Path pipe) throws IOException {
    return FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Does something on a virtual thread, as requests are served. */
  private <T> T request(Callable<T> work) throws Exception {
    try {
      return requests.submit(work).get(20, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
