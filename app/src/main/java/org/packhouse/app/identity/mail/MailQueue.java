package org.packhouse.app.identity.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.MailServers;
import org.packhouse.app.platform.queue.AfterCommit;
import org.springframework.stereotype.Service;

/**
 * The queue of mails to users. Each is sent at least once, as soon as possible, or given up after
 * {@link MailDelivery#GIVE_UP_AFTER}. Checks no permission.
 */
@Service
public class MailQueue {

  private final MailRows rows;
  private final MailServers servers;
  private volatile Runnable deliver = () -> {};

  MailQueue(MailRows rows, MailServers servers) {
    this.rows = rows;
    this.servers = servers;
  }

  /** Connects the delivery, which knows composers, some of which queue mails. */
  void connect(Runnable deliver) {
    this.deliver = deliver;
  }

  /**
   * A notice to a user.
   *
   * @param source of two notices with the same kind, user and source one is queued
   * @param payload for the composer; never a secret
   * @param digest null: a mail of its own, at once
   */
  public record Entry(long userId, String source, String payload, @Nullable Digest digest) {}

  /** A mail that combines the notices of a user with the same bundle. */
  public record Digest(String bundle, Instant due) {}

  /**
   * The pending mails, due or not, the time since which the oldest is overdue, and the last error.
   */
  public record State(long pending, @Nullable Instant overdue, @Nullable String error) {}

  public record Failure(long userId, String kind, Instant ended, String error) {}

  public boolean isReady() {
    return servers.find().isPresent() && servers.senderAddress().isPresent();
  }

  /** Queues mails of a {@link MailComposer}'s kind, which are sent after the transaction. */
  public void add(String kind, Collection<Entry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    rows.add(kind, entries);
    AfterCommit.run(deliver);
  }

  /**
   * Returns the time until fewer mails were queued within the period; empty: that is so now. Mails
   * older than {@link MailDelivery#HISTORY} do not count.
   */
  public Optional<Duration> untilFewer(long userId, String kind, int limit, Duration period) {
    return rows.untilFewer(userId, kind, limit, period);
  }

  public State state() {
    return rows.state();
  }

  public List<Failure> failures(int most) {
    return rows.failures(most);
  }
}
