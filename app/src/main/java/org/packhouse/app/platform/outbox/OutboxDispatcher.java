package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.queue.ClaimedQueue;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Runs the rounds of the outbox: after commits of this node, when another node cannot keep up and
 * calls, and every few seconds for dead nodes and failed listeners.
 */
@Component
class OutboxDispatcher extends ClaimedQueue {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxDispatcher.class);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration MAX_STOP = Duration.ofSeconds(10);

  /** Events that follow one another within this time are delivered together. */
  private static final Duration GATHERING = Duration.ofMillis(100);

  private static final Duration CALL_EVERY = Duration.ofSeconds(1);
  private static final String TOPIC = "outbox";

  private final OutboxDelivery delivery;
  private final Topics topics;
  private final OwnSession session;
  private final AtomicBoolean news = new AtomicBoolean();
  private long calledAt = System.nanoTime();

  OutboxDispatcher(Outbox outbox, OutboxDelivery delivery, Topics topics, OwnSession session) {
    super("outbox", new Pace(LOOK_EVERY, LOOK_EVERY, GATHERING, MAX_STOP));
    this.delivery = delivery;
    this.topics = topics;
    this.session = session;
    outbox.connect(delivery.listenersByType(), this::deliver);
  }

  private void deliver() {
    news.set(true);
    look();
  }

  private final class Calls implements Topics.Listener {

    @Override
    public void onMessage(UUID sender, String message) {
      if (!session.is(sender)) {
        deliver();
      }
    }

    @Override
    public void onGap() {
      // The next round is a few seconds away at most.
    }
  }

  @Override
  protected void claimsFell() {
    deliver();
  }

  @Override
  public void start() {
    var _ = topics.subscribe(TOPIC, new Calls());
    super.start();
  }

  @Override
  protected Duration round(boolean woken) {
    delivery.round(news.getAndSet(false) || !woken, this::look);
    if (delivery.isBusy() && System.nanoTime() - calledAt > CALL_EVERY.toNanos()) {
      calledAt = System.nanoTime();
      topics.publish(TOPIC, "");
    }
    return LOOK_EVERY;
  }

  @Override
  protected void failed() {
    delivery.suspectLostClaims();
  }

  @Override
  protected void drain() throws InterruptedException {
    long deadline = System.nanoTime() + MAX_STOP.toNanos() / 2;
    while (!delivery.isIdle() && System.nanoTime() < deadline) {
      Thread.sleep(GATHERING);
    }
    try {
      delivery.forgetDelivered();
    } catch (DataAccessException e) {
      LOG.warn("Events that were delivered are delivered again", e);
    }
  }
}
