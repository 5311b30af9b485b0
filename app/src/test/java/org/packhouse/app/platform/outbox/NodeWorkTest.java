package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.SessionEnded;

class NodeWorkTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final AtomicInteger looks = new AtomicInteger();
  private NodeWorkLifecycle works = works(looks::incrementAndGet, Duration.ZERO);

  private static NodeWorkLifecycle works(Runnable look, Duration maxStop) {
    return new NodeWorkLifecycle(List.of(new NodeWork("test-work", DAY, look)), maxStop);
  }

  @AfterEach
  void stop() {
    works.stop();
  }

  private void awaitLooks(int number) {
    Awaitility.await().untilAsserted(() -> assertThat(looks).hasValue(number));
  }

  @Test
  void looksAtTheStartAndWhenANodeHasDied() {
    works.start();
    awaitLooks(1);
    works.on(new SessionEnded(UUID.randomUUID(), "dead"));
    awaitLooks(2);
  }

  @Test
  void looksAgainAfterAFailure() {
    works =
        works(
            () -> {
              looks.incrementAndGet();
              throw new IllegalStateException("not now");
            },
            Duration.ZERO);
    works.start();
    awaitLooks(1);
    works.on(new SessionEnded(UUID.randomUUID(), "dead"));
    awaitLooks(2);
  }

  @Test
  void interruptsWorkThatTakesLongerThanAStopMay() {
    AtomicBoolean interrupted = new AtomicBoolean();
    works =
        works(
            () -> {
              looks.incrementAndGet();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.set(true);
                Thread.currentThread().interrupt();
              }
            },
            Duration.ofMillis(50));
    works.start();
    awaitLooks(1);
    works.stop();
    Awaitility.await().untilTrue(interrupted);
  }
}
