package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Events in PostgreSQL. A node tells the events of its own transactions as soon as they have
 * committed; whatever is missed so, because the node died or a listener failed, the scheduled task
 * finds.
 */
@Component
class StoredOutbox implements Outbox, SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(StoredOutbox.class);

  /** Events that follow one another within that time are told together. */
  private static final Duration GATHERING = Duration.ofMillis(100);

  private final OutboxDelivery delivery;
  private final Semaphore news = new Semaphore(0);
  private volatile boolean running;

  StoredOutbox(OutboxDelivery delivery) {
    this.delivery = delivery;
  }

  @Override
  public void append(JdbcClient transaction, String type, long repositoryId, String payload) {
    transaction
        .sql("insert into outbox_event (type, repository_id, payload) values (?, ?, ?::jsonb)")
        .params(type, repositoryId, payload)
        .update();
  }

  @Override
  public void append(
      JdbcClient transaction, String type, Collection<Long> repositories, String payload) {
    transaction
        .sql(
            """
            insert into outbox_event (type, repository_id, payload)
            select ?, unnest(cast(? as bigint[])), ?::jsonb
            """)
        .params(type, repositories.toArray(Long[]::new), payload)
        .update();
  }

  @Override
  public void committed() {
    news.release();
  }

  @Override
  public void start() {
    running = true;
    Thread.ofVirtual().name("outbox").start(this::tellNews);
  }

  private void tellNews() {
    while (running) {
      news.acquireUninterruptibly();
      news.drainPermits();
      if (running) {
        try {
          delivery.deliverDue();
        } catch (DataAccessException e) {
          LOG.warn("Events wait for the database: {}", e.getMessage());
        }
        gather();
      }
    }
  }

  private static void gather() {
    try {
      Thread.sleep(GATHERING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    running = false;
    news.release();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
