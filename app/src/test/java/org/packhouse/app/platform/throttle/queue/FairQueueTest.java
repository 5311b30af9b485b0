package org.packhouse.app.platform.throttle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.queue.FairQueue.NoticeTimes;
import org.packhouse.app.platform.throttle.queue.FairQueue.Outcome;

class FairQueueTest {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final List<Rank> RANKS = List.of(Rank.values());
  private static final NoticeTimes SELDOM = new NoticeTimes(LONG, LONG);
  private static final Claim.Room ENOUGH =
      new Claim.Room() {
        @Override
        public boolean take(boolean anyway) {
          return true;
        }

        @Override
        public void giveBack() {
          // There is always enough.
        }
      };

  private final BlockingQueue<Claim> served = new LinkedBlockingQueue<>();
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
  private FairQueue queue = queue(1, Shares.ALL);

  private static FairQueue queue(int limit, Shares shares) {
    return new FairQueue(limit, shares, SELDOM, System::nanoTime);
  }

  @AfterEach
  void sendAway() {
    queue.close();
    threads.forEach(Thread::interrupt);
  }

  @Test
  void givesOutNoMoreThanThereAre() throws Exception {
    queue = queue(2, Shares.ALL);
    Claim first = person(1, "ada");
    assertThat(take(first)).isEqualTo(Outcome.GRANTED);
    assertThat(take(person(1, "ada"))).isEqualTo(Outcome.GRANTED);
    assertThat(take(person(1, "ada"))).isEqualTo(Outcome.TIMED_OUT);
    queue.giveBack(first);
    assertThat(take(person(1, "ada"))).isEqualTo(Outcome.GRANTED);
    assertThat(queue.standing().used()).isEqualTo(2);
  }

  @Test
  void servesRepositoriesInTurn() throws Exception {
    Claim busy = hold(person(1, "storm"));
    for (int i = 0; i < 50; i++) {
      enqueue(person(1, "runner-" + i));
    }
    Claim lonely = enqueue(person(2, "ada"));
    assertThat(servedAfter(busy, 2)).contains(lonely);
  }

  @Test
  void servesCallersInTurnWhateverTheirRepositories() throws Exception {
    Claim busy = hold(person(1, "storm"));
    for (int i = 0; i < 50; i++) {
      enqueue(person(i, "storm"));
    }
    Claim lonely = enqueue(person(100, "ada"));
    assertThat(servedAfter(busy, 2)).contains(lonely);
  }

  @Test
  void doesNotMakeARepositoryPayForOneOfItsCallers() throws Exception {
    Claim busy = hold(person(1, "storm"));
    for (int i = 0; i < 50; i++) {
      enqueue(person(i, "storm"));
    }
    Claim sharing = enqueue(person(49, "ada"));
    assertThat(servedAfter(busy, 3)).contains(sharing);
  }

  @Test
  void chargesWorkForWhatItCosts() throws Exception {
    Claim busy = hold(person(9, "first"));
    for (int i = 0; i < 6; i++) {
      enqueue(new Claim(1L, "cloner", Rank.PERSON, 2, ENOUGH));
      enqueue(person(2, "fetcher"));
    }
    List<Claim> first = servedAfter(busy, 6);
    assertThat(first.stream().filter(claim -> claim.caller().equals("fetcher")).count())
        .isEqualTo(4);
  }

  @Test
  void servesPeopleAheadOfProgramsWhoAreServedAllTheSame() throws Exception {
    Claim busy = hold(person(9, "first"));
    Claim program = enqueue(new Claim(1L, "ci", Rank.AUTOMATION, 1, ENOUGH));
    for (int i = 0; i < 10; i++) {
      enqueue(person(i + 10, "person-" + i));
    }
    assertThat(servedAfter(busy, 5).getLast()).isSameAs(program);
  }

  @Test
  void keepsARepositoryToItsShareWhileOthersWait() throws Exception {
    queue = queue(4, new Shares(0.5, 1));
    Claim last = hold(person(1, "storm-1"));
    hold(person(1, "storm-2"));
    hold(person(2, "ada"));
    hold(person(2, "ada"));
    Claim more = enqueue(person(1, "storm-3"));
    Claim other = enqueue(person(3, "late"));
    queue.giveBack(person(2, "ada"));
    assertThat(served.take()).isSameAs(other);
    queue.giveBack(person(2, "ada"));
    assertThat(served.take()).as("nobody else waits").isSameAs(more);
    assertThat(last.repository()).isEqualTo(1L);
  }

  @Test
  void keepsAnonymousCallersToTheirShareWhileOthersWait() throws Exception {
    queue = queue(4, new Shares(1, 0.25));
    Claim held = hold(anonymous(1));
    hold(person(2, "ada"));
    hold(person(3, "ada"));
    hold(person(4, "ada"));
    Claim nobody = enqueue(anonymous(5));
    Claim program = enqueue(new Claim(6L, "ci", Rank.AUTOMATION, 1, ENOUGH));
    Claim second = enqueue(new Claim(7L, "ci", Rank.AUTOMATION, 1, ENOUGH));
    queue.giveBack(person(2, "ada"));
    assertThat(served.take()).isSameAs(program);
    queue.giveBack(person(3, "ada"));
    assertThat(served.take()).isSameAs(second);
    queue.giveBack(held);
    assertThat(served.take()).isSameAs(nobody);
  }

  @Test
  void changesItsLimitWithoutTakingAnythingBack() throws Exception {
    queue = queue(3, Shares.ALL);
    Claim one = hold(person(1, "ada"));
    Claim two = hold(person(2, "ada"));
    queue.limit(1);
    assertThat(queue.standing().used()).isEqualTo(2);
    Claim waits = enqueue(person(3, "ada"));
    queue.giveBack(one);
    assertThat(queue.standing().queued()).isEqualTo(1);
    queue.giveBack(two);
    assertThat(served.take()).isSameAs(waits);
    Claim second = enqueue(person(4, "ada"));
    queue.limit(2);
    assertThat(served.take()).isSameAs(second);
  }

  @Test
  void forgetsWhoIsInterrupted() throws Exception {
    Claim busy = hold(person(1, "ada"));
    enqueue(person(2, "gone"));
    Claim next = enqueue(person(2, "patient"));
    threads.getFirst().interrupt();
    soon().until(() -> queue.standing().queued() == 1);
    queue.giveBack(busy);
    assertThat(served.take()).isSameAs(next);
    assertThat(queue.standing().used()).isEqualTo(1);
  }

  @Test
  void chargesNobodyForWhatWasGivenUp() throws Exception {
    Claim busy = hold(person(1, "ada"));
    enqueue(person(2, "patient"));
    for (int i = 0; i < 20; i++) {
      enqueue(person(3, "hasty"));
    }
    threads.subList(1, 21).forEach(Thread::interrupt);
    soon().until(() -> queue.standing().queued() == 1);
    Claim again = enqueue(person(3, "hasty"));
    enqueue(person(4, "later"));
    assertThat(servedAfter(busy, 2)).contains(again);
  }

  @Test
  void sendsAwayWhoIsInterruptedBefore() throws Exception {
    hold(person(1, "ada"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> queue.take(person(2, "ada"), LONG, Waiting.UNHEARD))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(queue.standing().queued()).isZero();
  }

  @Test
  void sendsAwayAllWhoWaitWhenItIsClosedButNobodyWhoFindsAPlace() throws Exception {
    Claim busy = hold(person(1, "ada"));
    CompletableFuture<Outcome> waiting = new CompletableFuture<>();
    start(() -> waiting.complete(queue.take(person(2, "ada"), LONG, Waiting.UNHEARD)));
    soon().until(() -> queue.standing().queued() == 1);
    queue.close();
    assertThat(waiting.get()).isEqualTo(Outcome.CLOSED);
    assertThat(queue.take(person(2, "ada"), LONG, Waiting.UNHEARD)).isEqualTo(Outcome.CLOSED);
    queue.giveBack(busy);
    assertThat(take(person(2, "ada"))).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void tellsWhoWaitsHowManyAreAheadAndWhenItStarts() throws Exception {
    queue =
        new FairQueue(
            1,
            Shares.ALL,
            new NoticeTimes(Duration.ofMillis(1), Duration.ofMillis(1)),
            System::nanoTime);
    Claim busy = hold(person(1, "ada"));
    enqueue(person(2, "before"));
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    start(() ->
        queue.take(
            person(3, "me"),
            LONG,
            new Waiting() {
              @Override
              public void ahead(int count) {
                heard.add("ahead " + count);
              }

              @Override
              public void starts() {
                heard.add("starts");
              }
            }));
    assertThat(heard.take()).isEqualTo("ahead 1");
    assertThat(heard.take()).isEqualTo("ahead 1");
    queue.giveBack(busy);
    queue.giveBack(served.take());
    soon().until(() -> heard.contains("starts"));
  }

  @Test
  void forgetsWhoIsFoundToHaveGone() throws Exception {
    queue =
        new FairQueue(1, Shares.ALL, new NoticeTimes(Duration.ofMillis(1), LONG), System::nanoTime);
    hold(person(1, "ada"));
    Waiting gone =
        new Waiting() {
          @Override
          public void ahead(int count) throws IOException {
            throw new IOException("gone");
          }

          @Override
          public void starts() {
            throw new IllegalStateException("Not reached");
          }
        };
    assertThatThrownBy(() -> queue.take(person(2, "ada"), LONG, gone)).hasMessage("gone");
    assertThat(queue.standing().queued()).isZero();
  }

  @Test
  void waitsForRoomUnlessNobodyHasAny() throws Exception {
    queue = queue(4, Shares.ALL);
    AtomicLong free = new AtomicLong(0);
    Claim first = new Claim(1L, "ada", Rank.PERSON, 1, room(free));
    assertThat(take(first)).as("nobody has any").isEqualTo(Outcome.GRANTED);
    Claim second = new Claim(2L, "ada", Rank.PERSON, 1, room(free));
    assertThat(take(second)).isEqualTo(Outcome.TIMED_OUT);
    enqueue(second);
    Claim small = enqueue(person(3, "later"));
    queue.retry();
    assertThat(queue.standing().queued()).isEqualTo(2);
    free.set(2);
    queue.retry();
    assertThat(List.of(served.take(), served.take())).containsExactlyInAnyOrder(second, small);
  }

  private static Claim.Room room(AtomicLong free) {
    return new Claim.Room() {
      @Override
      public boolean take(boolean anyway) {
        if (free.get() <= 0 && !anyway) {
          return false;
        }
        free.decrementAndGet();
        return true;
      }

      @Override
      public void giveBack() {
        free.incrementAndGet();
      }
    };
  }

  @Test
  void givesAPlaceThatComesFreeSoonToWhoHasAnotherWay() throws Exception {
    AtomicLong now = new AtomicLong();
    queue = new FairQueue(1, Shares.ALL, SELDOM, now::get);
    Claim ada = person(1, "ada");
    assertThat(queue.takeSoon(ada, LONG)).isEqualTo(Outcome.GRANTED);
    assertThat(queue.takeSoon(person(1, "ada"), LONG)).isEqualTo(Outcome.TIMED_OUT);
    queue.giveBack(ada);
    assertThat(queue.takeSoon(ada, LONG)).isEqualTo(Outcome.GRANTED);
    CompletableFuture<Outcome> waiting = new CompletableFuture<>();
    start(() -> waiting.complete(queue.takeSoon(ada, LONG)));
    soon().until(() -> queue.standing().queued() == 1);
    queue.giveBack(ada);
    assertThat(waiting.get()).isEqualTo(Outcome.GRANTED);
    queue.giveBack(ada);
    assertThat(queue.takeSoon(ada, LONG)).isEqualTo(Outcome.GRANTED);
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(queue.takeSoon(person(1, "ada"), LONG)).isEqualTo(Outcome.TIMED_OUT);
  }

  @Test
  void leavesHalfOfThePlacesToOthersOfOneWhoseClientsAreSlow() throws Exception {
    AtomicLong now = new AtomicLong();
    queue = new FairQueue(4, Shares.ALL, SELDOM, now::get);
    Claim first = anonymous(1);
    assertThat(queue.takeSoon(first, LONG)).isEqualTo(Outcome.GRANTED);
    assertThat(queue.takeSoon(anonymous(2), LONG)).isEqualTo(Outcome.GRANTED);
    now.addAndGet(Holdings.SLOW.plusNanos(1).toNanos());
    assertThat(queue.takeSoon(anonymous(3), LONG)).isEqualTo(Outcome.TIMED_OUT);
    assertThat(queue.takeSoon(person(1, "ada"), LONG)).isEqualTo(Outcome.GRANTED);
    queue.giveBack(first);
    assertThat(queue.takeSoon(anonymous(3), LONG)).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void leavesHalfOfThePlacesToOtherRepositoriesThanOneWhoseClientsAreSlow() throws Exception {
    AtomicLong now = new AtomicLong();
    queue = new FairQueue(4, Shares.ALL, SELDOM, now::get);
    assertThat(queue.takeSoon(person(1, "ada"), LONG)).isEqualTo(Outcome.GRANTED);
    assertThat(queue.takeSoon(person(1, "bob"), LONG)).isEqualTo(Outcome.GRANTED);
    now.addAndGet(Holdings.SLOW.plusNanos(1).toNanos());
    assertThat(queue.takeSoon(person(1, "cyd"), LONG)).isEqualTo(Outcome.TIMED_OUT);
    assertThat(queue.takeSoon(person(2, "ada"), LONG)).isEqualTo(Outcome.GRANTED);
    assertThat(queue.takeSoon(person(2, "bob"), LONG)).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void servesTenThousand() throws Exception {
    queue = queue(4, new Shares(0.5, 0.25));
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(10_000);
    List<Claim> holders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      holders.add(hold(person(i, "holder")));
    }
    for (int i = 0; i < 10_000; i++) {
      Claim claim =
          new Claim((long) (i % 700), "caller-" + i % 900, RANKS.get(i % RANKS.size()), 1, ENOUGH);
      start(() -> {
        assertThat(queue.take(claim, LONG, Waiting.UNHEARD)).isEqualTo(Outcome.GRANTED);
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        inside.decrementAndGet();
        queue.giveBack(claim);
        done.countDown();
      });
    }
    soon().until(() -> queue.standing().queued() == 10_000);
    holders.forEach(queue::giveBack);
    done.await();
    assertThat(most).hasValueLessThanOrEqualTo(4);
    assertThat(queue.standing()).isEqualTo(new FairQueue.Standing(4, 0, 0, 10_004));
  }

  private static ConditionFactory soon() {
    return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
  }

  private interface Piece {
    void run() throws IOException;
  }

  private void start(Piece piece) {
    threads.add(
        Thread.ofVirtual()
            .start(() -> {
              try {
                piece.run();
              } catch (IOException e) {
                // The test has ended, or wanted that.
                Thread.currentThread().interrupt();
              }
            }));
  }

  private Outcome take(Claim claim) throws IOException {
    return queue.take(claim, Duration.ZERO, Waiting.UNHEARD);
  }

  private Claim hold(Claim claim) throws IOException {
    assertThat(take(claim)).isEqualTo(Outcome.GRANTED);
    return claim;
  }

  private Claim enqueue(Claim claim) {
    int before = queue.standing().queued();
    start(() -> {
      if (queue.take(claim, LONG, Waiting.UNHEARD) == Outcome.GRANTED) {
        served.add(claim);
      }
    });
    soon().until(() -> queue.standing().queued() == before + 1);
    return claim;
  }

  /** Gives a place back, and then each to whom it went, until so many were served. */
  private List<Claim> servedAfter(Claim held, int count) throws InterruptedException {
    List<Claim> all = new ArrayList<>();
    Claim last = held;
    while (all.size() < count) {
      queue.giveBack(last);
      last = served.take();
      all.add(last);
    }
    return all;
  }

  private static Claim person(long repository, String name) {
    return new Claim(repository, name, Rank.PERSON, 1, ENOUGH);
  }

  private static Claim anonymous(long repository) {
    return new Claim(repository, "-", Rank.ANONYMOUS, 1, ENOUGH);
  }
}
