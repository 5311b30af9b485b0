package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.StateProbe.Finding;
import org.packhouse.cluster.NodeState;

class StateProbeTest {

  private static final Finding CONTENT = new Finding(NodeState.ACTIVE, "");

  private final AtomicLong nanoTime = new AtomicLong();
  private final StateProbe probe = new StateProbe(nanoTime::get);
  private final Home home = new Home();
  private final Database database = new Database();

  @AfterEach
  void releaseThread() {
    database.hold.countDown();
  }

  @Test
  void hearsAtOnceFromAPartThatWaitsForNothingThoughAnotherIsStuck() {
    assertThat(demanded()).isEqualTo(CONTENT);
    database.stuck = true;
    pass(Duration.ofSeconds(1));
    assertThat(demanded()).as("the response before").isEqualTo(CONTENT);
    home.trouble.set("away");
    assertThat(demanded()).isEqualTo(new Finding(NodeState.ERROR, "away"));
    assertThat(probe.ofRound(List.of(database, home))).as("without the home").isEqualTo(CONTENT);
    home.trouble.set(null);
    assertThat(demanded()).isEqualTo(CONTENT);
    database.hold.countDown();
    await().until(() -> demanded().equals(CONTENT));
  }

  @Test
  void asksAPartThatMayWaitOnceInASecond() {
    for (int count = 0; count < 5; count++) {
      assertThat(demanded()).isEqualTo(CONTENT);
      pass(Duration.ofMillis(199));
    }
    assertThat(database.asked).hasValue(1);
    pass(Duration.ofMillis(5));
    assertThat(demanded()).isEqualTo(CONTENT);
    await().until(() -> database.asked.get() == 2);
  }

  @Test
  void tellsTheGravestThatIsDemanded() {
    StateSource maintenance = () -> NodeState.MAINTENANCE;
    StateSource firstRun = () -> NodeState.FIRST_RUN;
    StateSource nothing = () -> null;
    assertThat(new StateProbe(nanoTime::get).demanded(List.of(firstRun, nothing)).state())
        .isEqualTo(NodeState.FIRST_RUN);
    assertThat(
            new StateProbe(nanoTime::get).demanded(List.of(firstRun, maintenance, nothing)).state())
        .isEqualTo(NodeState.MAINTENANCE);
    home.trouble.set("away");
    assertThat(new StateProbe(nanoTime::get).demanded(List.of(maintenance, home)))
        .isEqualTo(new Finding(NodeState.ERROR, "away"));
  }

  private void pass(Duration time) {
    nanoTime.addAndGet(time.toNanos());
  }

  private Finding demanded() {
    return probe.demanded(List.of(database, home));
  }

  private static final class Home implements StateSource {

    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();

    @Override
    public @Nullable NodeState demand() throws IOException {
      String found = trouble.get();
      if (found != null) {
        throw new IOException(found);
      }
      return null;
    }

    @Override
    public boolean answersAtOnce() {
      return true;
    }
  }

  private static final class Database implements StateSource {

    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch hold = new CountDownLatch(1);
    private volatile boolean stuck;

    @Override
    public @Nullable NodeState demand() throws InterruptedException {
      asked.incrementAndGet();
      if (stuck) {
        hold.await();
      }
      return null;
    }
  }
}
