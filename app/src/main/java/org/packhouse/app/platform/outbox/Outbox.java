package org.packhouse.app.platform.outbox;

import java.util.Collection;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Takes facts down in the transaction that makes them true, to be told to listeners after it. */
public interface Outbox {

  /**
   * Writes an event.
   *
   * @param transaction the transaction that makes it true
   * @param type which listener is to hear it
   * @param payload JSON
   */
  void append(JdbcClient transaction, String type, long repositoryId, String payload);

  /**
   * Writes the same event for several repositories, in one statement.
   *
   * @param transaction the transaction that makes it true
   */
  void append(JdbcClient transaction, String type, Collection<Long> repositories, String payload);

  /** Says that a transaction with events has committed, so that this node tells them at once. */
  void committed();
}
