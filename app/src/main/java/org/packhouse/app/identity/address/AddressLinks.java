package org.packhouse.app.identity.address;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.mail.Mail;
import org.packhouse.app.identity.mail.MailComposer;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.mail.MailTemplates;
import org.packhouse.app.identity.token.RandomSecret;
import org.packhouse.app.identity.user.AddressConfirmation;
import org.packhouse.app.identity.user.OtherAddress;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Mails links by which users confirm addresses, made when the mail is sent: no row holds them. */
@Service
public class AddressLinks implements AddressConfirmation, MailComposer {

  public static final Duration LIFE = Duration.ofDays(1);

  private static final String KIND = "address-link";
  private static final Duration PAUSE = Duration.ofMinutes(5);
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final int MAX_IN_PERIOD = 10;
  private static final int BYTES = 32;
  private static final int MAX_LENGTH = 100;

  private final OtherAddresses addresses;
  private final MailQueue mail;
  private final MailTemplates templates;
  private final ServerAddress server;
  private final Clock clock;

  AddressLinks(
      OtherAddresses addresses,
      MailQueue mail,
      MailTemplates templates,
      ServerAddress server,
      Clock clock) {
    this.addresses = addresses;
    this.mail = mail;
    this.templates = templates;
    this.server = server;
    this.clock = clock;
  }

  @Override
  public boolean canSend(User user) {
    return user.active() && mail.isReady();
  }

  /**
   * Adds an address, and mails a link to it, at most {@value #MAX_IN_PERIOD} an hour for a user.
   */
  @Transactional
  public OtherAddress add(User user, String address) {
    OtherAddress added = addresses.add(user, address, false);
    queue(user, added);
    return added;
  }

  @Override
  @Transactional
  public void send(User user, OtherAddress address) {
    addresses.lockFor(user);
    queue(user, address);
  }

  /** Queues one link in five minutes for an address, so that nobody can fill others' mail boxes. */
  private void queue(User user, OtherAddress address) {
    mail.untilFewer(user.id(), KIND, MAX_IN_PERIOD, PERIOD)
        .ifPresent(wait -> {
          throw new InvalidFieldException(
              "address",
              "No link is mailed to %s now: %d were sent for you within an hour, which is the most. Try again in %d minutes."
                  .formatted(address.address(), MAX_IN_PERIOD, wait.toMinutes() + 1));
        });
    long turn = clock.instant().toEpochMilli() / PAUSE.toMillis();
    String source = "%s %d".formatted(address.address().toLowerCase(Locale.ROOT), turn);
    mail.add(KIND, List.of(new MailQueue.Entry(user.id(), source, address.address(), null)));
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
    String address = payloads.getLast();
    String token = RandomSecret.text(BYTES);
    if (!addresses.expectToken(recipient, address, RandomSecret.hash(token), LIFE)) {
      return Optional.empty();
    }
    Map<String, Object> words =
        Map.of(
            "name",
            recipient.name(),
            "address",
            address,
            "url",
            server.baseUrl() + "/account/addresses/confirm?token=" + token,
            "hours",
            LIFE.toHours());
    return Optional.of(templates.mail(KIND, "Confirm your e-mail address", words, address));
  }

  /** Returns the address that a token confirms; empty if it is not the user's, used or expired. */
  public Optional<OtherAddress> find(User user, String token) {
    return token.length() > MAX_LENGTH
        ? Optional.empty()
        : addresses.findByToken(user, RandomSecret.hash(token));
  }

  /** Confirms an address by its token, once, and returns it; empty if the token is invalid. */
  public Optional<OtherAddress> confirm(User user, String token) {
    return token.length() > MAX_LENGTH
        ? Optional.empty()
        : addresses.confirm(user, RandomSecret.hash(token));
  }
}
