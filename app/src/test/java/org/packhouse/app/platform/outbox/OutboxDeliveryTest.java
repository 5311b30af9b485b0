package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class OutboxDeliveryTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static String url = "";

  private final JdbcClient sql =
      JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""));

  /** Closed at the end, so that a listener that stands still ends. */
  private final CountDownLatch standstill = new CountDownLatch(1);

  @BeforeAll
  static void makeDatabase() {
    url = TestingDatabase.createMigrated();
  }

  @AfterEach
  void letListenersEnd() {
    standstill.countDown();
    sql.sql("delete from outbox_event").update();
    sql.sql("delete from node_session").update();
  }

  /** Writes down what it hears; fails or stands still when it hears of a repository. */
  private final class Recording implements OutboxListener {

    private final String name;
    private final String type;
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger tries = new AtomicInteger();
    private final AtomicBoolean breaks = new AtomicBoolean();
    private volatile long standsStillAt;
    private volatile boolean gathers;
    private volatile String refused = "";

    Recording(String name, String type) {
      this.name = name;
      this.type = type;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String type() {
      return type;
    }

    @Override
    public void deliver(Event event) {
      tries.incrementAndGet();
      if (event.repositoryId() == standsStillAt) {
        try {
          standstill.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      if (breaks.getAndSet(false)) {
        throw new StackOverflowError();
      }
      if (failures.getAndDecrement() > 0) {
        throw new IllegalStateException("not now");
      }
      heard.add(event.repositoryId() + " " + event.payload());
    }

    @Override
    public boolean gathers() {
      return gathers;
    }

    @Override
    public void deliver(List<Event> events) {
      tries.incrementAndGet();
      if (events.stream().anyMatch(it -> it.payload().equals(refused))) {
        throw new IllegalStateException("not with that");
      }
      heard.add(events.stream().map(Event::payload).toList().toString());
    }
  }

  /** The session of a node, which may stand still. */
  private final class Session implements OwnSession {

    private final UUID id = UUID.randomUUID();
    private volatile boolean stoodStill;

    Session() {
      sql.sql("insert into node_session (id, node_name, address) values (?, 'node', 'here')")
          .param(id)
          .update();
    }

    @Override
    public UUID current() {
      return id;
    }

    @Override
    public boolean is(UUID session) {
      return id.equals(session);
    }

    @Override
    public boolean aliveSince(long nanoTime) {
      return !stoodStill;
    }

    void end() {
      sql.sql("delete from node_session where id = ?").param(id).update();
    }
  }

  private OutboxDelivery node(OutboxListener... listeners) {
    return node(new Session(), listeners);
  }

  private OutboxDelivery node(Session session, OutboxListener... listeners) {
    return new OutboxDelivery(
        new OutboxRows(sql),
        session,
        new WorkMeters(new SimpleMeterRegistry()),
        Arrays.asList(listeners),
        List.of());
  }

  private void append(OutboxDelivery node, String type, long repositoryId, int number) {
    Outbox outbox = new Outbox();
    outbox.connect(node.listenersByType(), () -> {});
    outbox.append(sql, type, repositoryId, String.valueOf(number));
  }

  private long waiting(String listener) {
    return sql.sql("select count(*) from outbox_event where listener = ?")
        .param(listener)
        .query(Long.class)
        .single();
  }

  /** Rounds of a node until it has nothing to do, or its busy listeners stand still. */
  private static void tellUntil(OutboxDelivery node, org.awaitility.core.ThrowingRunnable told) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> {
          node.round(true, () -> {});
          told.run();
        });
  }

  private void makeDue() {
    sql.sql("update outbox_event set next_try_at = now()").update();
  }

  @Test
  void leavesWhatItDoesNotKnowToANodeThatDoes() {
    Recording old = new Recording("mail", "moved");
    Recording late = new Recording("mail", "deleted");
    Recording unknown = new Recording("later", "moved");
    OutboxDelivery newer = node(late, unknown);
    OutboxDelivery older = node(old);
    append(older, "moved", 1, 1);
    append(newer, "deleted", 1, 2);
    append(older, "moved", 1, 3);
    append(newer, "moved", 1, 4);
    assertThat(waiting("mail")).isEqualTo(3);
    assertThat(waiting("later")).isEqualTo(1);

    tellUntil(older, () -> assertThat(waiting("mail")).isEqualTo(2));
    await().until(older::isIdle);
    older.round(true, () -> {});
    assertThat(older.isIdle()).isTrue();
    assertThat(old.heard).containsExactly("1 1");
    assertThat(waiting("later")).isEqualTo(1);

    tellUntil(newer, () -> assertThat(waiting("mail") + waiting("later")).isEqualTo(1));
    tellUntil(older, () -> assertThat(waiting("mail")).isZero());
    assertThat(old.heard).containsExactly("1 1", "1 3");
    assertThat(late.heard).containsExactly("1 2");
    assertThat(unknown.heard).containsExactly("1 4");
  }

  @Test
  void tellsEveryListenerOfTheTypeInOrderAndForgets() {
    Recording first = new Recording("first", "told");
    Recording second = new Recording("second", "told");
    Recording other = new Recording("other", "another");
    OutboxDelivery node = node(first, second, other);
    for (int number = 0; number < 2 * OutboxDelivery.BATCH; number++) {
      append(node, "told", 1, number);
    }
    append(node, "told", 2, 0);
    tellUntil(node, () -> assertThat(waiting("first") + waiting("second")).isZero());
    for (Recording listener : List.of(first, second)) {
      assertThat(listener.heard)
          .filteredOn(line -> line.startsWith("1 "))
          .containsExactlyElementsOf(
              LongStream.range(0, 2 * OutboxDelivery.BATCH)
                  .mapToObj(number -> "1 " + number)
                  .toList());
      assertThat(listener.heard).contains("2 0").hasSize(2 * OutboxDelivery.BATCH + 1);
    }
    assertThat(other.heard).isEmpty();
    assertThat(waiting("other")).isZero();
  }

  @Test
  void tellsOthersWhileOneAlwaysFails() {
    Recording failing = new Recording("failing", "told");
    failing.failures.set(Integer.MAX_VALUE);
    Recording well = new Recording("well", "told");
    OutboxDelivery node = node(failing, well);
    for (int number = 0; number < 3; number++) {
      append(node, "told", 1, number);
    }
    tellUntil(node, () -> assertThat(waiting("well")).isZero());
    assertThat(well.heard).containsExactly("1 0", "1 1", "1 2");
    await().atMost(LIMIT).until(node::isIdle);
    assertThat(waiting("failing")).isEqualTo(3);
    int before = failing.tries.get();
    makeDue();
    tellUntil(node, () -> assertThat(failing.tries.get()).isGreaterThan(before));
    await().atMost(LIMIT).until(node::isIdle);
    assertThat(well.heard).as("told once").hasSize(3);
    assertThat(
            sql.sql(
                    """
                    select attempts || ' ' || last_error || ' ' || (next_try_at > created_at)
                      from outbox_event order by id limit 1
                    """)
                .query(String.class)
                .single())
        .isEqualTo(failing.tries + " java.lang.IllegalStateException: not now true");
  }

  @Test
  void keepsTheOrderBehindAnEventThatFails() {
    Recording failing = new Recording("ordered", "told");
    failing.failures.set(1);
    OutboxDelivery node = node(failing);
    for (int number = 0; number < 3; number++) {
      append(node, "told", 1, number);
    }
    node.round(true, () -> {});
    await().atMost(LIMIT).until(node::isIdle);
    assertThat(failing.tries.get()).as("nothing is told past what failed").isOne();
    makeDue();
    tellUntil(node, () -> assertThat(waiting("ordered")).isZero());
    assertThat(failing.heard).containsExactly("1 0", "1 1", "1 2");
  }

  @Test
  void tellsWhatItClaimedThoughItNeverHeardSo() {
    Recording well = new Recording("well", "told");
    Session session = new Session();
    OutboxDelivery node =
        new OutboxDelivery(
            new LosingRows(sql),
            session,
            new WorkMeters(new SimpleMeterRegistry()),
            List.of(well),
            List.of());
    append(node, "told", 1, 0);
    assertThatThrownBy(() -> node.round(true, () -> {}))
        .isInstanceOf(DataAccessResourceFailureException.class);
    assertThat(claimed()).isOne();
    tellUntil(node, () -> assertThat(waiting("well")).isZero());
    assertThat(well.heard).containsExactly("1 0");
  }

  @Test
  void keepsWhatItIsAtWhenItGivesBackWhatItLost() {
    Recording still = new Recording("still", "told");
    still.standsStillAt = 1;
    LosingRows losing = new LosingRows(sql);
    losing.loses = false;
    OutboxDelivery node =
        new OutboxDelivery(
            losing,
            new Session(),
            new WorkMeters(new SimpleMeterRegistry()),
            List.of(still),
            List.of());
    append(node, "told", 1, 0);
    tellUntil(node, () -> assertThat(still.tries.get()).isOne());
    append(node, "told", 2, 0);
    losing.loses = true;
    assertThatThrownBy(() -> node.round(true, () -> {}))
        .isInstanceOf(DataAccessResourceFailureException.class);
    tellUntil(node, () -> assertThat(waiting("still")).as("of repository 1").isOne());
    assertThat(still.heard).containsExactly("2 0");
    assertThat(claimed()).isOne();
    standstill.countDown();
    tellUntil(node, () -> assertThat(waiting("still")).isZero());
    assertThat(still.heard).as("each once").containsExactly("2 0", "1 0");
  }

  @Test
  void tellsAgainWhatAListenerEndedOnAsNoneShould() {
    Recording broken = new Recording("broken", "told");
    broken.breaks.set(true);
    OutboxDelivery node = node(broken);
    append(node, "told", 1, 0);
    node.round(true, () -> {});
    await().atMost(LIMIT).until(node::isIdle);
    assertThat(claimed()).isZero();
    makeDue();
    tellUntil(node, () -> assertThat(waiting("broken")).isZero());
    assertThat(broken.heard).containsExactly("1 0");
  }

  private long claimed() {
    return sql.sql("select count(*) from outbox_event where claimed_by is not null")
        .query(Long.class)
        .single();
  }

  @Test
  void tellsOthersWhileOneStandsStill() {
    Recording still = new Recording("still", "told");
    still.standsStillAt = 1;
    Recording well = new Recording("well", "told");
    OutboxDelivery node = node(still, well);
    append(node, "told", 1, 0);
    tellUntil(node, () -> assertThat(still.tries.get()).isOne());
    append(node, "told", 1, 1);
    append(node, "told", 2, 0);
    tellUntil(node, () -> assertThat(waiting("well")).isZero());
    assertThat(well.heard).containsExactlyInAnyOrder("1 0", "1 1", "2 0");
    tellUntil(node, () -> assertThat(still.heard).containsExactly("2 0"));
    assertThat(still.tries.get()).as("what is behind it waits").isEqualTo(2);
    standstill.countDown();
    tellUntil(node, () -> assertThat(waiting("still")).isZero());
    assertThat(still.heard).containsExactly("2 0", "1 0", "1 1");
  }

  @Test
  void tellsAfterARestartOnlyWhatWasNotNoted() {
    Recording still = new Recording("still", "told");
    still.standsStillAt = 1;
    Recording well = new Recording("well", "told");
    Session session = new Session();
    OutboxDelivery dead = node(session, still, well);
    append(dead, "told", 1, 0);
    tellUntil(
        dead,
        () -> {
          assertThat(waiting("well")).isZero();
          assertThat(still.tries.get()).isOne();
        });
    Recording stillLater = new Recording("still", "told");
    Recording wellLater = new Recording("well", "told");
    OutboxDelivery next = node(stillLater, wellLater);
    next.round(true, () -> {});
    assertThat(next.isIdle()).as("the claim holds while its node may be alive").isTrue();
    session.end();
    tellUntil(next, () -> assertThat(waiting("still")).isZero());
    assertThat(stillLater.heard).containsExactly("1 0");
    assertThat(wellLater.heard).isEmpty();
  }

  @Test
  void tellsNothingMoreOfWhatItClaimedBeforeItStoodStill() {
    Recording sleeping = new Recording("ordered", "told");
    sleeping.standsStillAt = 1;
    Session session = new Session();
    OutboxDelivery sleeper = node(session, sleeping);
    for (int number = 0; number < 3; number++) {
      append(sleeper, "told", 1, number);
    }
    tellUntil(sleeper, () -> assertThat(sleeping.tries.get()).isOne());
    session.stoodStill = true;
    session.end();
    Recording awake = new Recording("ordered", "told");
    tellUntil(node(awake), () -> assertThat(waiting("ordered")).isZero());
    assertThat(awake.heard).containsExactly("1 0", "1 1", "1 2");
    standstill.countDown();
    await().atMost(LIMIT).until(sleeper::isIdle);
    assertThat(sleeping.heard).as("what it was at, and nothing after that").containsExactly("1 0");
  }

  @Test
  void givesBackWhatItClaimedIfItOnlySeemedDead() {
    Recording sleeping = new Recording("ordered", "told");
    sleeping.standsStillAt = 1;
    Session session = new Session();
    OutboxDelivery sleeper = node(session, sleeping);
    append(sleeper, "told", 1, 0);
    append(sleeper, "told", 1, 1);
    tellUntil(sleeper, () -> assertThat(sleeping.tries.get()).isOne());
    session.stoodStill = true;
    standstill.countDown();
    await().atMost(LIMIT).until(sleeper::isIdle);
    assertThat(sleeping.heard).containsExactly("1 0");
    session.stoodStill = false;
    tellUntil(sleeper, () -> assertThat(waiting("ordered")).isZero());
    assertThat(sleeping.heard).containsExactly("1 0", "1 1");
  }

  @Test
  void leavesAloneWhatOnlyOtherNodesKnow() {
    Recording here = new Recording("here", "told");
    Recording elsewhere = new Recording("elsewhere", "told");
    append(node(here, elsewhere), "told", 1, 0);
    OutboxDelivery old = node(here);
    tellUntil(old, () -> assertThat(waiting("here")).isZero());
    assertThat(waiting("elsewhere")).isOne();
    tellUntil(node(elsewhere), () -> assertThat(waiting("elsewhere")).isZero());
  }

  @Test
  void tellsEventsOfOneRepositoryOnOneNodeAtATime() {
    Recording still = new Recording("still", "told");
    still.standsStillAt = 1;
    OutboxDelivery one = node(still);
    append(one, "told", 1, 0);
    tellUntil(one, () -> assertThat(still.tries.get()).isOne());
    append(one, "told", 1, 1);
    Recording other = new Recording("still", "told");
    OutboxDelivery two = node(other);
    two.round(true, () -> {});
    assertThat(two.isIdle()).isTrue();
    assertThat(other.tries.get()).isZero();
  }

  @Test
  void waitsLongerAfterEachFailure() {
    assertThat(LaneDelivery.BACKOFF.after(0)).isEqualTo(Duration.ofSeconds(2));
    assertThat(LaneDelivery.BACKOFF.after(1)).isEqualTo(Duration.ofSeconds(4));
    assertThat(LaneDelivery.BACKOFF.after(49)).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void tellsAListenerThatGathersOfManyAtOnce() {
    Recording gathering = new Recording("sizes", "moved");
    gathering.gathers = true;
    OutboxDelivery node = node(gathering);
    for (int number = 1; number <= 3; number++) {
      append(node, "moved", 7, number);
    }
    tellUntil(node, () -> assertThat(waiting("sizes")).isZero());
    assertThat(gathering.heard).containsExactly("[1, 2, 3]");
    append(node, "moved", 7, 4);
    tellUntil(node, () -> assertThat(waiting("sizes")).isZero());
    assertThat(gathering.heard).containsExactly("[1, 2, 3]", "7 4");
  }

  @Test
  void tellsEachByItselfWhenTheyCannotBeTakenTogether() {
    Recording gathering = new Recording("sizes", "moved");
    gathering.gathers = true;
    gathering.refused = "2";
    OutboxDelivery node = node(gathering);
    for (int number = 1; number <= 3; number++) {
      append(node, "moved", 7, number);
    }
    tellUntil(node, () -> assertThat(waiting("sizes")).isZero());
    assertThat(gathering.heard).containsExactly("7 1", "7 2", "7 3");
  }
}
