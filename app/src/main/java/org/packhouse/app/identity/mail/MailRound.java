package org.packhouse.app.identity.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.packhouse.app.identity.mail.MailAccount.Account;
import org.packhouse.app.identity.mail.MailRows.QueuedMail;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends claimed mails over one connection. */
final class MailRound {

  private static final Logger LOG = LoggerFactory.getLogger(MailRound.class);

  private final MailRows rows;
  private final MailWriter writer;
  private final Account account;
  private final Transport transport;
  private final UUID claimedBy;

  MailRound(
      MailRows rows, MailWriter writer, Account account, Transport transport, UUID claimedBy) {
    this.rows = rows;
    this.writer = writer;
    this.account = account;
    this.transport = transport;
    this.claimedBy = claimedBy;
  }

  /** The rows of one mail: those of a bundle, or a row alone. */
  private record Bundle(long userId, String kind, String bundle) {
    static Bundle of(QueuedMail mail) {
      String bundle = mail.bundle();
      return new Bundle(mail.userId(), mail.kind(), bundle == null ? "/" + mail.id() : bundle);
    }
  }

  /**
   * Sends mails while {@code going}, releases the rest, and returns why no more can be sent now.
   */
  Optional<SmtpFailure> send(List<QueuedMail> claimed, Clock clock, BooleanSupplier going) {
    Map<Bundle, List<QueuedMail>> mails = new LinkedHashMap<>();
    claimed.stream()
        .sorted(Comparator.comparingLong(QueuedMail::id))
        .forEach(it -> mails.computeIfAbsent(Bundle.of(it), _ -> new ArrayList<>()).add(it));
    Set<Long> left = new HashSet<>(QueuedMail.ids(claimed));
    for (List<QueuedMail> one : mails.values()) {
      if (!going.getAsBoolean()) {
        break;
      }
      Optional<SmtpFailure> failure = send(one, clock);
      if (failure.isPresent()) {
        rows.release(claimedBy, left, failure.get().words());
        return failure;
      }
      QueuedMail.ids(one).forEach(left::remove);
    }
    if (!left.isEmpty()) {
      rows.release(claimedBy, left, "The server stopped.");
    }
    return Optional.empty();
  }

  private Optional<SmtpFailure> send(List<QueuedMail> one, Clock clock) {
    QueuedMail first = one.getFirst();
    List<Long> ids = QueuedMail.ids(one);
    try {
      Optional<MailWriter.Addressed> written = writer.write(first, one);
      if (written.isEmpty()) {
        rows.end(claimedBy, ids, "DROPPED");
        return Optional.empty();
      }
      String id = "mail.%d.%d".formatted(first.id(), first.dueAt().toEpochMilli());
      MimeMessage message =
          MailMessages.of(
              account, written.get().mail(), id, written.get().address(), clock.instant());
      transport.sendMessage(message, message.getAllRecipients());
      rows.end(claimedBy, ids, "SENT");
      return Optional.empty();
    } catch (MessagingException e) {
      return ended(one, SmtpFailure.ofMessage(e));
    } catch (IllegalStateException | IllegalArgumentException e) {
      LOG.error("Mail {} to user {} could not be composed", first.id(), first.userId(), e);
      return ended(one, new SmtpFailure(SmtpFailure.Kind.LATER, "It could not be written: " + e));
    }
  }

  private Optional<SmtpFailure> ended(List<QueuedMail> one, SmtpFailure failure) {
    QueuedMail first = one.getFirst();
    if (failure.kind() == SmtpFailure.Kind.SERVER) {
      return Optional.of(failure);
    }
    LOG.info(
        "The mail server refused mail {} to user {}: {}",
        first.id(),
        first.userId(),
        failure.words());
    if (failure.kind() == SmtpFailure.Kind.NEVER || first.expired()) {
      rows.fail(claimedBy, QueuedMail.ids(one), failure.words());
    } else {
      rows.putOff(claimedBy, QueuedMail.ids(one), failure.words());
    }
    return Optional.empty();
  }
}
