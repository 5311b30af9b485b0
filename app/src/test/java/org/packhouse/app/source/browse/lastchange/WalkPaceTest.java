package org.packhouse.app.source.browse.lastchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.BackgroundPace;

class WalkPaceTest {

  private final AtomicBoolean busy = new AtomicBoolean(true);
  private final AtomicLong looked = new AtomicLong();
  private final AtomicReference<InterruptedIOException> end = new AtomicReference<>();
  private final WalkPace pace =
      new WalkPace(
          new BackgroundPace(busy::get, System::nanoTime, Duration.ZERO, Duration.ofHours(1)));
  private final Thread walk = new Thread(this::walk);

  private void walk() {
    try {
      while (true) {
        pace.looked();
        looked.incrementAndGet();
      }
    } catch (InterruptedIOException e) {
      // As a walk that goes on would see it.
      if (Thread.currentThread().isInterrupted()) {
        end.set(e);
      }
    }
  }

  @BeforeEach
  void start() {
    walk.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    walk.interrupt();
    walk.join();
  }

  private boolean isResting() {
    return walk.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  void restsOnABusyMachineUntilItIsNotOrTheServerStops() {
    await().until(this::isResting);
    busy.set(false);
    long before = looked.get();
    await().until(() -> looked.get() > before + 1000);
    busy.set(true);
    await().until(this::isResting);
    walk.interrupt();
    await().until(() -> end.get() != null);
    assertThat(end.get()).hasMessage("The server stops");
  }
}
