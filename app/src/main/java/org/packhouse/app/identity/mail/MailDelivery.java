package org.packhouse.app.identity.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.app.identity.mail.MailAccount.Account;
import org.packhouse.app.identity.mail.MailRows.QueuedMail;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.queue.Backoff;
import org.packhouse.app.platform.queue.ClaimedQueue;
import org.packhouse.app.platform.queue.LostClaims;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Sends due mails, a few over one connection. While the mail server is unreachable, this node waits
 * longer after each attempt; mails of a node that died are sent again under the same message id.
 */
@Component
class MailDelivery extends ClaimedQueue {

  private static final Logger LOG = LoggerFactory.getLogger(MailDelivery.class);

  /** The least wait is for a mail server that is still to be set up. */
  private static final Pace PACE =
      new Pace(Duration.ofSeconds(2), Duration.ofSeconds(15), Duration.ZERO, Duration.ofSeconds(5));

  private static final Duration TIDY_EVERY = Duration.ofMinutes(5);
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(256));
  private static final int MAILS_AT_ONCE = 20;

  /** The time for which RFC 5321 (4.5.4.1) has a sender try at least: four to five days. */
  static final Duration GIVE_UP_AFTER = Duration.ofDays(5);

  /** Sent and failed mails are listed for a week, so that a weekend hides none. */
  static final Duration HISTORY = Duration.ofDays(7);

  private final MailRows rows;
  private final MailAccount accounts;
  private final MailWriter writer;
  private final OwnSession session;
  private final Clock clock;
  private final LostClaims lostClaims;
  private Duration wait = PACE.minWait();
  private int failures;
  private long pausedUntil = System.nanoTime();
  private long tidiedAt = System.nanoTime() - TIDY_EVERY.toNanos();

  MailDelivery(
      MailQueue queue,
      MailRows rows,
      MailAccount accounts,
      MailWriter writer,
      OwnSession session,
      Clock clock) {
    super("mail", PACE);
    this.rows = rows;
    this.accounts = accounts;
    this.writer = writer;
    this.session = session;
    this.clock = clock;
    // Mails are sent by the thread that claims: between rounds no row is worked on.
    this.lostClaims = new LostClaims(rows, session, List::of);
    queue.connect(this::look);
  }

  @Override
  protected Duration round(boolean woken) {
    try {
      if (System.nanoTime() - tidiedAt > TIDY_EVERY.toNanos()) {
        tidiedAt = System.nanoTime();
        rows.tidy(GIVE_UP_AFTER, HISTORY);
      }
      lostClaims.release();
      wait = PACE.minWait();
      while (isRunning() && System.nanoTime() - pausedUntil >= 0 && isDue() && send()) {
        // There may be more.
      }
      return wait;
    } catch (DataAccessException e) {
      throw e;
    } catch (RuntimeException e) {
      pause("the server failed");
      throw e;
    }
  }

  @Override
  protected void failed() {
    lostClaims.suspect();
  }

  private boolean isDue() {
    Optional<Duration> until = rows.untilDue();
    wait = PACE.until(until);
    return until.isPresent() && until.get().isZero();
  }

  private boolean send() {
    Optional<Account> account = accounts.find();
    if (account.isEmpty()) {
      return false;
    }
    long claimedAt = System.nanoTime();
    UUID claimedBy = session.current();
    List<QueuedMail> claimed = rows.claim(claimedBy, MAILS_AT_ONCE, GIVE_UP_AFTER);
    if (claimed.isEmpty()) {
      return false;
    }
    try (Transport transport = account.get().connect()) {
      failures = 0;
      MailRound round = new MailRound(rows, writer, account.get(), transport, claimedBy);
      Optional<SmtpFailure> failure =
          round.send(claimed, clock, () -> isRunning() && session.aliveSince(claimedAt));
      failure.ifPresent(it -> pause(it.words()));
      return failure.isEmpty();
    } catch (MessagingException e) {
      String words = SmtpFailure.words(e);
      rows.release(claimedBy, QueuedMail.ids(claimed), words);
      pause(words);
      return false;
    }
  }

  private void pause(String why) {
    Duration pause = BACKOFF.after(failures);
    failures++;
    pausedUntil = System.nanoTime() + pause.toNanos();
    LOG.warn("Mail waits for the mail server, tried again in {} s: {}", pause.toSeconds(), why);
  }
}
