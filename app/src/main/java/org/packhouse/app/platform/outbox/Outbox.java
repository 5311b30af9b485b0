package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.app.platform.node.DeadSessionKept;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.node.SessionEnded;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Facts taken down in the transaction that makes them true, to be told to listeners after it. They
 * are rows in PostgreSQL, one for each listener. A node tells the events of its own transactions as
 * soon as they have committed, and calls the others when it cannot keep up; whatever is missed so,
 * because a node died or a listener failed, is found by looking every few seconds.
 */
@Component
public class Outbox implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** Events that follow one another within that time are told together. */
  private static final Duration GATHERING = Duration.ofMillis(100);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration MAX_STOP = Duration.ofSeconds(10);

  private static final Duration CALL_EVERY = Duration.ofSeconds(1);
  private static final String TOPIC = "outbox";

  private final OutboxDelivery delivery;
  private final Topics topics;
  private final OwnSession session;
  private final Semaphore wake = new Semaphore(0);
  private final AtomicBoolean news = new AtomicBoolean();
  private volatile Thread thread = Thread.ofVirtual().name("outbox").unstarted(this::work);
  private volatile boolean running;
  private long calledAt = System.nanoTime();

  Outbox(OutboxDelivery delivery, Topics topics, OwnSession session) {
    this.delivery = delivery;
    this.topics = topics;
    this.session = session;
  }

  /** Hears that another node has more to tell than it can. */
  private final class Calls implements Topics.Listener {

    @Override
    public void onMessage(UUID sender, String message) {
      if (!session.is(sender)) {
        committed();
      }
    }

    @Override
    public void onGap() {
      // It looks every few seconds anyhow.
    }
  }

  /**
   * Writes an event.
   *
   * @param transaction the transaction that makes it true
   * @param type which listeners are to hear it
   * @param payload JSON
   */
  public void append(JdbcClient transaction, String type, long repositoryId, String payload) {
    append(transaction, type, List.of(repositoryId), payload);
  }

  /**
   * Writes the same event for several repositories, in one statement.
   *
   * @param transaction the transaction that makes it true
   */
  public void append(
      JdbcClient transaction, String type, Collection<Long> repositories, String payload) {
    OutboxRows.insert(transaction, type, delivery.listenersOf(type), repositories, payload);
  }

  /**
   * Writes an event for one listener, that another one told of it in vain. It is told at the next
   * look.
   */
  public void appendFor(JdbcClient transaction, String listener, OutboxListener.Event event) {
    OutboxRows.insert(
        transaction,
        event.type(),
        List.of(listener),
        List.of(event.repositoryId()),
        event.payload());
  }

  /** Says that a transaction with events has committed, so that this node tells them at once. */
  public void committed() {
    news.set(true);
    wake.release();
  }

  /** Has what a dead node had claimed told at once. */
  @EventListener
  void on(SessionEnded event) {
    LOG.debug("Telling what session {} had claimed", event.session());
    committed();
  }

  /** Has what a dead node had claimed told at once, though something else of it stays open. */
  @EventListener
  void on(DeadSessionKept event) {
    delivery.giveBackOfDead(event.session());
    committed();
  }

  @Override
  public void start() {
    running = true;
    var _ = topics.subscribe(TOPIC, new Calls());
    thread = Thread.ofVirtual().name("outbox").start(this::work);
  }

  private void work() {
    try {
      while (running) {
        boolean woken = wake.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
        round(news.getAndSet(false) || !woken);
        Thread.sleep(GATHERING);
      }
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round(boolean due) {
    try {
      delivery.round(due, wake::release);
      if (delivery.isBusy() && System.nanoTime() - calledAt > CALL_EVERY.toNanos()) {
        calledAt = System.nanoTime();
        topics.publish(TOPIC, "");
      }
    } catch (DataAccessException e) {
      LOG.warn("Events wait for the database: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Events are told later", e);
    }
  }

  /** Lets listeners that are nearly done take note. */
  private void end() throws InterruptedException {
    long deadline = System.nanoTime() + MAX_STOP.toNanos() / 2;
    while (!delivery.isIdle() && System.nanoTime() < deadline) {
      Thread.sleep(GATHERING);
    }
    try {
      delivery.forget();
    } catch (DataAccessException e) {
      LOG.warn("Listeners will be told again of what they have taken note of", e);
    }
  }

  @Override
  public void stop() {
    running = false;
    wake.release();
    try {
      if (!thread.join(MAX_STOP)) {
        LOG.warn("Listeners are still at work on events, which will be told again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
