package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class FairKeyedLockTest {

  private final FairKeyedLock<String> locks = new FairKeyedLock<>();

  @Test
  void keepsOtherThreadsFromTheSameKeyAlone() throws Exception {
    try (var others = Executors.newVirtualThreadPerTaskExecutor()) {
      try (FairKeyedLock.Held _ = locks.lock("a")) {
        assertThat(others.submit(() -> take("a", Duration.ofMillis(1))).get()).isFalse();
        assertThat(others.submit(() -> take("b", Duration.ZERO)).get()).isTrue();
      }
      assertThat(others.submit(() -> take("a", Duration.ZERO)).get()).isTrue();
    }
  }

  @Test
  void servesThreadsInTheOrderInWhichTheyCame() throws Exception {
    List<Integer> served = new CopyOnWriteArrayList<>();
    List<Thread> others = new ArrayList<>();
    try (FairKeyedLock.Held _ = locks.lock("a")) {
      for (int number = 0; number < 3; number++) {
        int mine = number;
        Thread other = Thread.ofPlatform().daemon().start(() -> serve(served, mine));
        others.add(other);
        await().until(() -> other.getState() == Thread.State.WAITING);
      }
    }
    for (Thread other : others) {
      other.join();
    }
    assertThat(served).containsExactly(0, 1, 2);
  }

  private void serve(List<Integer> served, int number) {
    try (FairKeyedLock.Held _ = locks.lock("a")) {
      served.add(number);
    }
  }

  private boolean take(String key, Duration patience) throws InterruptedException {
    try (FairKeyedLock.Held held = locks.tryLock(key, patience)) {
      return held != null;
    }
  }
}
