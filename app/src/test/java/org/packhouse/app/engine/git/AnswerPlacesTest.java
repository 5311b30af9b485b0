package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AnswerPlacesTest {

  private final AtomicLong now = new AtomicLong();
  private final AnswerPlaces places = new AnswerPlaces(1, now::get);

  @Test
  void givesAPlaceThatComesFreeSoonToWhoWaitsForIt() throws Exception {
    assertThat(places.take()).isTrue();
    places.giveBack();
    assertThat(places.take()).isTrue();
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    CompletableFuture<Boolean> taken =
        CompletableFuture.supplyAsync(() -> {
          waiting.complete(Thread.currentThread());
          try {
            return places.take();
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
    assertThat(places.take()).isTrue();
    assertThat(places.take()).isFalse();
    places.giveBack();
    assertThat(places.take()).isTrue();
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(places.take()).isFalse();
  }

  @Test
  void stopsWaitingWhenItIsInterrupted() throws Exception {
    assertThat(places.take()).isTrue();
    places.giveBack();
    assertThat(places.take()).isTrue();
    Thread.currentThread().interrupt();
    assertThatThrownBy(places::take).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
