package org.packhouse.app.identity.mail;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Has the words of mails found, and knows the addresses that they go to. */
@Component
class MailWriter {

  private final Users users;
  private final ObjectProvider<MailComposer> composers;
  private final MailTemplates templates;
  private final ServerAddress server;

  MailWriter(
      Users users,
      ObjectProvider<MailComposer> composers,
      MailTemplates templates,
      ServerAddress server) {
    this.users = users;
    this.composers = composers;
    this.templates = templates;
    this.server = server;
  }

  /** A mail, and the address of its recipient. */
  record Addressed(Mail mail, String address) {}

  /**
   * The mail that rows are sent as; none if its recipient is gone or has no address, or there is
   * nothing to tell.
   *
   * @throws IllegalStateException if this version does not know the kind
   */
  Optional<Addressed> write(QueuedMail first, List<QueuedMail> all) {
    Optional<User> recipient = users.findById(first.userId()).filter(User::active);
    if (recipient.isEmpty()) {
      return Optional.empty();
    }
    MailComposer composer = byKind().get(first.kind());
    if (composer == null) {
      throw new IllegalStateException("This version writes no mail of kind " + first.kind());
    }
    String address = Objects.requireNonNullElse(recipient.get().emailAddress(), "");
    if (address.isBlank() && !composer.addressesItself()) {
      return Optional.empty();
    }
    return composer
        .compose(recipient.get(), all.stream().map(QueuedMail::payload).toList())
        .map(mail -> new Addressed(mail, Objects.requireNonNullElse(mail.to(), address)));
  }

  private Map<String, MailComposer> byKind() {
    return composers.stream().collect(Collectors.toMap(MailComposer::kind, Function.identity()));
  }

  /** The message that shows an administrator that mail arrives. */
  Mail test() {
    Map<String, Object> words = Map.of("serverUrl", server.baseUrl());
    return new Mail(
        "Packhouse",
        "Test message from Packhouse",
        templates.text("test", words),
        templates.html("test", words),
        null,
        null);
  }
}
