package org.packhouse.app.identity.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.MailServers;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The door to mail: what is queued here is sent at least once, as soon as the mail server takes it,
 * or given up after {@code mail.give-up-after}. Asks no permission.
 */
@Service
public class MailQueue {

  private final MailRows rows;
  private final MailServers servers;
  private final MailDelivery delivery;

  MailQueue(MailRows rows, MailServers servers, MailDelivery delivery) {
    this.rows = rows;
    this.servers = servers;
    this.delivery = delivery;
  }

  /**
   * Something that a user is to hear.
   *
   * @param source what it tells of: of two with the same kind, user and source one is queued
   * @param payload for the composer; never a secret
   * @param digest null: a mail of its own, at once
   */
  public record Entry(long userId, String source, String payload, @Nullable Digest digest) {}

  /**
   * A mail that tells of several things.
   *
   * @param bundle its name; what one user has under it goes out together
   * @param due when it is sent
   */
  public record Digest(String bundle, Instant due) {}

  /**
   * The state of the queue.
   *
   * @param pending how many wait, with those whose time has not come
   * @param overdue the time since which the oldest waits that is due; null: none is
   * @param error the reason why the latest was not sent; null: there is none
   */
  public record State(long pending, @Nullable Instant overdue, @Nullable String error) {}

  /** A mail that was given up. */
  public record Failure(long userId, String kind, Instant ended, String error) {}

  /** Whether mail can be sent at all: there is a server and an address to send from. */
  public boolean isReady() {
    return servers.find().isPresent() && servers.senderAddress().isPresent();
  }

  /**
   * Queues mails of that kind; in a transaction they are sent after it.
   *
   * @param kind of a {@link MailComposer}
   */
  public void add(String kind, Collection<Entry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    rows.add(kind, entries);
    if (TransactionSynchronizationManager.isSynchronizationActive()) {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              delivery.look();
            }
          });
    } else {
      delivery.look();
    }
  }

  /**
   * How long it is until fewer than so many mails of a kind were queued for a user within a period;
   * empty: so it is now. What {@code mail.history} has let be forgotten does not count.
   */
  public Optional<Duration> untilFewer(long userId, String kind, int limit, Duration period) {
    return rows.untilFewer(userId, kind, limit, period);
  }

  /** The state of the queue. */
  public State state() {
    return rows.state();
  }

  /** Mails that were given up, the latest first. */
  public List<Failure> failures(int most) {
    return rows.failures(most);
  }

  /**
   * Sends a message to an address at once, past the queue.
   *
   * @return why it was not sent, in the words of the mail server
   */
  public Optional<String> test(String address) {
    return delivery.test(address);
  }
}
