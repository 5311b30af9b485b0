package org.packhouse.cluster.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.delivery.NumberedTopics;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics by {@code LISTEN} and {@code NOTIFY}. One connection only listens. One thread sends queued
 * messages in batches of one statement; a node that is alone sends none. After a reconnect
 * listeners are told of a gap.
 */
public final class PostgresTopics implements Topics, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresTopics.class);

  private static final String LISTEN = "listen packhouse";
  private static final String NOTIFY =
      "select pg_notify('packhouse', envelope) from unnest(?) as envelope";

  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
  private static final Duration MAX_RESPONSE = Duration.ofSeconds(5);
  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_TOGETHER = 500;

  private final DataSource listening;
  private final DataSource sending;
  private final Membership membership;
  private final NumberedTopics topics;
  private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private final Thread listener =
      Thread.ofPlatform().daemon().name("topic-listener").unstarted(this::listen);
  private final Thread sender =
      Thread.ofPlatform().daemon().name("topic-sender").unstarted(this::send);
  private volatile @Nullable Connection connection;
  private volatile boolean closed;
  private boolean silent;

  /** The listening connection is long-lived; the sending ones commit each statement. */
  public PostgresTopics(DataSource listening, DataSource sending, Membership membership) {
    this.listening = listening;
    this.sending = sending;
    this.membership = membership;
    this.topics = new NumberedTopics(membership, this::enqueue);
  }

  /** Starts once this node has a session. */
  public void start() {
    topics.start();
    listener.start();
    sender.start();
  }

  @Override
  public void publish(String topic, String message) {
    topics.publish(topic, message);
  }

  @Override
  public Subscription subscribe(String topic, Listener to) {
    return topics.subscribe(topic, to);
  }

  private void enqueue(String envelope) {
    if (!waiting.offer(envelope)) {
      LOG.debug("A message is dropped: {} already wait for the database", MAX_WAITING);
    }
  }

  private void send() {
    List<String> together = new ArrayList<>();
    try {
      while (!closed) {
        together.add(waiting.take());
        waiting.drainTo(together, MAX_TOGETHER - 1);
        send(together);
        together.clear();
      }
    } catch (InterruptedException e) {
      LOG.debug("Publishing of messages has stopped", e);
    }
  }

  private void send(List<String> envelopes) {
    try (Connection taken = sending.getConnection();
        PreparedStatement notify = taken.prepareStatement(NOTIFY)) {
      notify.setArray(1, taken.createArrayOf("text", envelopes.toArray()));
      notify.execute();
    } catch (SQLException e) {
      LOG.debug("{} messages to other nodes were lost", envelopes.size(), e);
    }
  }

  private void listen() {
    while (!closed) {
      try (Connection made = listening.getConnection()) {
        connection = made;
        listenOn(made);
      } catch (SQLException e) {
        tellOnce(e);
        pause();
      }
    }
  }

  private void listenOn(Connection made) throws SQLException {
    made.setAutoCommit(true);
    try (Statement statement = made.createStatement()) {
      statement.execute(LISTEN);
    }
    silent = false;
    topics.interrupted();
    PGConnection notifications = made.unwrap(PGConnection.class);
    while (!closed) {
      PGNotification[] arrived =
          notifications.getNotifications(Math.toIntExact(LOOK_EVERY.toMillis()));
      if (arrived != null && arrived.length > 0) {
        for (PGNotification notification : arrived) {
          topics.receive(notification.getParameter());
        }
      } else if (membership.members().size() > 1
          && !made.isValid(Math.toIntExact(MAX_RESPONSE.toSeconds()))) {
        throw new SQLException("The connection for LISTEN is broken");
      }
    }
  }

  private void tellOnce(SQLException failure) {
    if (!closed && !silent) {
      silent = true;
      LOG.warn("Messages from other nodes do not arrive until the database is back", failure);
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(AGAIN_AFTER.toMillis());
    } catch (InterruptedException e) {
      LOG.debug("Nobody waits for the database any longer", e);
    }
  }

  /** Delivers pending messages and stops. */
  @Override
  public void close() {
    closed = true;
    topics.close();
    sender.interrupt();
    listener.interrupt();
    Connection made = connection;
    if (made != null) {
      try {
        made.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("The connection for LISTEN is already closed", e);
      }
    }
  }
}
