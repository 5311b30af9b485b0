package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.database.FairSemaphore.Permit;

class FairSemaphoreTest {

  private static final String CROWD = "192.0.2.1";
  private static final String ALONE = "192.0.2.2";

  private final FairSemaphore turns = new FairSemaphore(1);
  private final List<String> served = Collections.synchronizedList(new ArrayList<>());

  @Test
  void goToOneOriginAfterTheOther() throws InterruptedException {
    Permit first = taken(turns);
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(waiting(CROWD, CROWD + i));
    }
    waiting.add(waiting(ALONE, ALONE + 0));
    waiting.add(waiting(ALONE, ALONE + 1));
    first.close();
    for (Thread thread : waiting) {
      thread.join();
    }
    assertThat(served).containsExactly(CROWD + 0, ALONE + 0, CROWD + 1, ALONE + 1, CROWD + 2);
    taken(turns).close();
  }

  private static Permit taken(FairSemaphore turns) throws InterruptedException {
    Permit turn = turns.acquire(CROWD, Duration.ZERO);
    assertThat(turn).isNotNull();
    return turn;
  }

  /** Starts a thread that takes a turn, says so and gives it back; returns when it waits. */
  private Thread waiting(String origin, String name) {
    int before = turns.waiting();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try (Permit turn = turns.acquire(origin, Duration.ofMinutes(1))) {
                served.add(turn == null ? name + " got none" : name);
              } catch (InterruptedException e) {
                served.add(name + " was interrupted");
              }
            });
    await().until(() -> turns.waiting() == before + 1);
    return thread;
  }

  @Test
  void areNotWaitedForLongerThanAllowed() throws InterruptedException {
    try (Permit _ = taken(turns)) {
      assertThat(turns.acquire(CROWD, Duration.ofMillis(1))).isNull();
      assertThat(turns.waiting()).isZero();
    }
    taken(turns).close();
  }

  @Test
  void passOverWhoWasInterrupted() throws InterruptedException {
    Permit turn = taken(turns);
    Thread first = waiting(CROWD, "first");
    Thread second = waiting(CROWD, "second");
    first.interrupt();
    first.join();
    assertThat(turns.waiting()).isEqualTo(1);
    turn.close();
    second.join();
    assertThat(served).containsExactly("first was interrupted", "second");
  }

  @Test
  void areOverAfterTheirTimeWhileOthersWait() throws InterruptedException {
    FairSemaphore shortOnes = new FairSemaphore(1, Duration.ofMillis(50));
    Permit kept = taken(shortOnes);
    Permit next = shortOnes.acquire(ALONE, Duration.ofMinutes(1));
    assertThat(next).isNotNull();
    kept.close();
    assertThat(shortOnes.acquire(ALONE, Duration.ZERO)).as("While the second has it").isNull();
    next.close();
    next.close();
    Permit last = taken(shortOnes);
    assertThat(shortOnes.acquire(ALONE, Duration.ZERO)).as("There is only one").isNull();
    last.close();
  }

  @Test
  void areNeverMoreThanThereAreAndNoneIsLost() throws InterruptedException {
    FairSemaphore three = new FairSemaphore(3);
    AtomicInteger taken = new AtomicInteger();
    AtomicBoolean exceeded = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(64);
    for (int i = 0; i < 64; i++) {
      String origin = "192.0.2." + i % 5;
      int number = i;
      Thread.ofVirtual()
          .start(() -> {
            for (int round = 0; round < 200; round++) {
              if (number % 7 == 0 && round % 3 == 0) {
                Thread.currentThread().interrupt();
              }
              Duration patience = Duration.ofNanos(number % 11 == 0 ? 1000 : 100_000_000);
              try (Permit turn = three.acquire(origin, patience)) {
                if (turn != null) {
                  if (taken.incrementAndGet() > 3) {
                    exceeded.set(true);
                  }
                  LockSupport.parkNanos(1);
                  taken.decrementAndGet();
                }
              } catch (InterruptedException e) {
                served.add("interrupted");
              }
            }
            done.countDown();
          });
    }
    assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(exceeded).isFalse();
    assertThat(served).isNotEmpty();
    assertThat(three.waiting()).isZero();
    List<Permit> all = List.of(taken(three), taken(three), taken(three));
    assertThat(three.acquire(CROWD, Duration.ZERO)).isNull();
    all.forEach(Permit::close);
  }
}
