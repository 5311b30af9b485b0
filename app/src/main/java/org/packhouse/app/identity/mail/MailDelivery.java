package org.packhouse.app.identity.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.identity.mail.MailAccount.Account;
import org.packhouse.app.platform.node.DeadSessionKept;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.node.SessionEnded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Sends what is due, a few mails over one connection. While the mail server cannot be reached, this
 * node tries again later and later, and nothing is lost; what a node that dies was sending is sent
 * again, under the same id.
 */
@Component
class MailDelivery implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(MailDelivery.class);

  /** Between looks while something is due, which may want a mail server that is to be set up. */
  private static final Duration MIN_WAIT = Duration.ofSeconds(2);

  /** A look while nothing waits: for what nodes wrote down that died before they sent it. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(15);

  private static final Duration TIDY_EVERY = Duration.ofMinutes(5);
  private static final Duration MAX_STOP = Duration.ofSeconds(5);
  private static final int MAILS_AT_ONCE = 20;
  private static final int MAX_PAUSE_DOUBLINGS = 8;

  private final MailRows rows;
  private final MailAccount accounts;
  private final MailWriter writer;
  private final OwnSession session;
  private final MailSettings settings;
  private final Clock clock;
  private final Semaphore wake = new Semaphore(0);
  private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});
  private volatile boolean running;
  private boolean claimLost;
  private Duration wait = MIN_WAIT;
  private int failures;
  private long pausedUntil = System.nanoTime();
  private long tidiedAt;

  MailDelivery(
      MailRows rows,
      MailAccount accounts,
      MailWriter writer,
      OwnSession session,
      MailSettings settings,
      Clock clock) {
    this.rows = rows;
    this.accounts = accounts;
    this.writer = writer;
    this.session = session;
    this.settings = settings;
    this.clock = clock;
  }

  /** Says that something waits, so that this node looks at once. */
  void look() {
    wake.release();
  }

  /** Sends a message at once; what went wrong. */
  Optional<String> test(String address) {
    Optional<Account> account = accounts.find();
    if (account.isEmpty()) {
      return Optional.of("Set a mail server and a sender address first.");
    }
    try (Transport transport = account.get().connect()) {
      Mail mail = writer.test();
      String id = "test." + UUID.randomUUID();
      MimeMessage message = MailMessages.of(account.get(), mail, id, address, clock.instant());
      transport.sendMessage(message, message.getAllRecipients());
      return Optional.empty();
    } catch (MessagingException e) {
      return Optional.of(SmtpFailure.words(e));
    }
  }

  @Override
  public void start() {
    running = true;
    tidiedAt = System.nanoTime() - TIDY_EVERY.toNanos();
    thread = Thread.ofVirtual().name("mail").start(this::work);
  }

  private void work() {
    try {
      while (running) {
        boolean _ = wake.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
        wait = MIN_WAIT;
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round() {
    try {
      if (System.nanoTime() - tidiedAt > TIDY_EVERY.toNanos()) {
        tidiedAt = System.nanoTime();
        rows.tidy(settings.giveUpAfter(), settings.history());
      }
      if (claimLost) {
        rows.releaseAll(session.current());
        claimLost = false;
      }
      while (running && System.nanoTime() - pausedUntil >= 0 && isDue() && send()) {
        // There may be more.
      }
    } catch (DataAccessException e) {
      claimLost = true;
      LOG.warn("Mail waits for the database: {}", e.getMessage());
    } catch (RuntimeException e) {
      claimLost = true;
      pause("the server failed");
      LOG.error("Mail is sent later", e);
    }
  }

  /** Whether something is due; if not, nobody looks before it is, but that somebody asks for it. */
  private boolean isDue() {
    Duration until = rows.untilDue().orElse(MAX_WAIT);
    wait =
        until.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : until.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : until;
    return until.isZero();
  }

  /** Has what a dead node had claimed sent at once. */
  @EventListener
  void on(SessionEnded event) {
    LOG.debug("Sending what session {} had claimed", event.session());
    look();
  }

  /** Has what a dead node had claimed sent at once, though something else of it stays open. */
  @EventListener
  void on(DeadSessionKept event) {
    rows.releaseAll(event.session());
    look();
  }

  /** Whether something was claimed, and the mail server is there. */
  private boolean send() {
    Optional<Account> account = accounts.find();
    if (account.isEmpty()) {
      return false;
    }
    long claimedAt = System.nanoTime();
    UUID claimedBy = session.current();
    List<QueuedMail> claimed = rows.claim(claimedBy, MAILS_AT_ONCE, settings.giveUpAfter());
    if (claimed.isEmpty()) {
      return false;
    }
    try (Transport transport = account.get().connect()) {
      failures = 0;
      MailRound round = new MailRound(rows, writer, account.get(), transport, claimedBy);
      Optional<SmtpFailure> failure =
          round.send(claimed, clock, () -> running && session.aliveSince(claimedAt));
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
    long seconds = 1L << Math.min(failures, MAX_PAUSE_DOUBLINGS);
    failures++;
    pausedUntil = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    LOG.warn("Mail waits for the mail server, tried again in {} s: {}", seconds, why);
  }

  @Override
  public void stop() {
    running = false;
    wake.release();
    try {
      if (!thread.join(MAX_STOP)) {
        LOG.warn("A mail is still being sent, and may be sent again");
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
