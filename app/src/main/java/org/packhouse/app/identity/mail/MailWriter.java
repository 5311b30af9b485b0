package org.packhouse.app.identity.mail;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.packhouse.app.identity.mail.MailRows.QueuedMail;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.springframework.stereotype.Component;

/** Composes mails and finds the addresses of recipients. */
@Component
class MailWriter {

  private final Users users;
  private final Map<String, MailComposer> composers;

  MailWriter(Users users, List<MailComposer> composers) {
    this.users = users;
    this.composers =
        composers.stream().collect(Collectors.toMap(MailComposer::kind, Function.identity()));
  }

  record Addressed(Mail mail, String address) {}

  /**
   * Returns empty if the recipient is gone, has no address, or nothing is left to tell; fails for a
   * kind of another version.
   */
  Optional<Addressed> write(QueuedMail first, List<QueuedMail> all) {
    Optional<User> recipient = users.findById(first.userId()).filter(User::active);
    if (recipient.isEmpty()) {
      return Optional.empty();
    }
    MailComposer composer = composers.get(first.kind());
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
}
