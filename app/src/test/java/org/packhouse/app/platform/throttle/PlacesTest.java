package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlacesTest {

  private static final Duration WAIT = Duration.ofMillis(500);

  private final AtomicLong now = new AtomicLong();
  private final Places places = new Places(1, now::get);

  @Test
  void givesAPlaceThatComesFreeSoonToWhoWaitsForIt() throws Exception {
    assertThat(places.takeSoon(WAIT)).isTrue();
    places.giveBack();
    assertThat(places.takeSoon(WAIT)).isTrue();
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    CompletableFuture<Boolean> taken =
        CompletableFuture.supplyAsync(() -> {
          waiting.complete(Thread.currentThread());
          try {
            return places.takeSoon(WAIT);
          } catch (InterruptedIOException e) {
            throw new IllegalStateException(e);
          }
        });
    Thread waiter = waiting.get();
    await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING || taken.isDone());
    places.giveBack();
    assertThat(taken.get()).isTrue();
  }

  @Test
  void sendsAwayWhoFindsNoneWhileTheyAreHeldForLong() throws Exception {
    assertThat(places.takeSoon(WAIT)).isTrue();
    assertThat(places.takeSoon(WAIT)).isFalse();
    places.giveBack();
    assertThat(places.takeSoon(WAIT)).isTrue();
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(places.takeSoon(WAIT)).isFalse();
  }

  @Test
  void stopsWaitingWhenItIsInterrupted() throws Exception {
    assertThat(places.takeSoon(WAIT)).isTrue();
    places.giveBack();
    assertThat(places.takeSoon(WAIT)).isTrue();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> places.takeSoon(WAIT)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
