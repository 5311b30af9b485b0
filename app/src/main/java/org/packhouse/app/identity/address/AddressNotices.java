package org.packhouse.app.identity.address;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.packhouse.app.identity.mail.Mail;
import org.packhouse.app.identity.mail.MailComposer;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.mail.MailTemplates;
import org.packhouse.app.identity.user.EmailAddressChanged;
import org.packhouse.app.identity.user.User;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Notifies a user's former address that mail no longer goes there. */
@Component
class AddressNotices implements MailComposer {

  private static final String KIND = "address-changed";

  private final MailQueue mail;
  private final MailTemplates templates;
  private final Clock clock;

  AddressNotices(MailQueue mail, MailTemplates templates, Clock clock) {
    this.mail = mail;
    this.templates = templates;
    this.clock = clock;
  }

  @EventListener
  void onChange(EmailAddressChanged change) {
    if (mail.isReady()) {
      String source = "changed " + clock.instant().toEpochMilli();
      mail.add(
          KIND, List.of(new MailQueue.Entry(change.user().id(), source, change.former(), null)));
    }
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean addressesItself() {
    return true;
  }

  @Override
  public Optional<Mail> compose(User recipient, List<String> payloads) {
    String former = payloads.getLast();
    Map<String, Object> words =
        Map.of(
            "name", recipient.name(),
            "former", former,
            "address", Objects.requireNonNullElse(recipient.emailAddress(), ""));
    return Optional.of(templates.mail(KIND, "Your e-mail address was changed", words, former));
  }
}
