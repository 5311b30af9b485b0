package org.packhouse.app.platform.outbox;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The transactional outbox: events are written in the transaction that makes them true, one row for
 * each listener, and delivered later. The writer knows listeners by name alone, so that listeners
 * may depend on writers of events.
 */
@Component
public class Outbox {

  private volatile Map<String, List<String>> listeners = Map.of();
  private volatile Runnable deliver = () -> {};

  /** Connects the delivery, before the first event: listeners by type, and a call to deliver. */
  void connect(Map<String, List<String>> listeners, Runnable deliver) {
    this.listeners = listeners;
    this.deliver = deliver;
  }

  /** Writes an event with a JSON payload; fails if its type has no listener. */
  public void append(JdbcClient transaction, String type, long repositoryId, String payload) {
    append(transaction, type, List.of(repositoryId), payload);
  }

  /** Writes the same event for several repositories, in one statement. */
  public void append(
      JdbcClient transaction, String type, Collection<Long> repositories, String payload) {
    List<String> names = listeners.get(type);
    if (names == null) {
      throw new IllegalStateException("No listener hears of events of type " + type);
    }
    OutboxRows.insert(transaction, type, names, repositories, payload);
  }

  /** Writes an event again for one listener, which another one delivered in vain. */
  public void appendFor(JdbcClient transaction, String listener, OutboxListener.Event event) {
    OutboxRows.insert(
        transaction,
        event.type(),
        List.of(listener),
        List.of(event.repositoryId()),
        event.payload());
  }

  /** Delivers at once, because a transaction with events has committed. */
  public void committed() {
    deliver.run();
  }
}
