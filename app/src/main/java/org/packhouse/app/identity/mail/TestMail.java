package org.packhouse.app.identity.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.app.identity.mail.MailAccount.Account;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Service;

/** Sends a test message to an administrator at once, past the queue. */
@Service
public class TestMail {

  private final MailAccount accounts;
  private final MailTemplates templates;
  private final ServerAddress server;
  private final Clock clock;

  TestMail(MailAccount accounts, MailTemplates templates, ServerAddress server, Clock clock) {
    this.accounts = accounts;
    this.templates = templates;
    this.server = server;
    this.clock = clock;
  }

  /** Returns the mail server's reason for a failure; empty: the message was sent. */
  public Optional<String> send(String address) {
    Optional<Account> account = accounts.find();
    if (account.isEmpty()) {
      return Optional.of("Set a mail server and a sender address first.");
    }
    try (Transport transport = account.get().connect()) {
      String id = "test." + UUID.randomUUID();
      MimeMessage message = MailMessages.of(account.get(), message(), id, address, clock.instant());
      transport.sendMessage(message, message.getAllRecipients());
      return Optional.empty();
    } catch (MessagingException e) {
      return Optional.of(SmtpFailure.words(e));
    }
  }

  private Mail message() {
    Map<String, Object> words = Map.of("serverUrl", server.baseUrl());
    return templates.mail("test", "Test message from Packhouse", words, null);
  }
}
