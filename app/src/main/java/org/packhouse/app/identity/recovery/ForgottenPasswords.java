package org.packhouse.app.identity.recovery;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.mail.Mail;
import org.packhouse.app.identity.mail.MailComposer;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.mail.MailTemplates;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.Users;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Service;

/**
 * Sends links to those who have forgotten their password. The link is made when the mail is sent,
 * so no row holds it.
 */
@Service
public class ForgottenPasswords implements MailComposer {

  /** How long a link works. */
  public static final Duration LIFE = Duration.ofHours(1);

  private static final String KIND = "password-link";
  private static final Duration PAUSE = Duration.ofMinutes(5);
  private static final int MAX_LENGTH = 255;

  private final Users users;
  private final UserLists lists;
  private final MailQueue mail;
  private final MailTemplates templates;
  private final PasswordLinks links;
  private final Clock clock;

  ForgottenPasswords(
      Users users,
      UserLists lists,
      MailQueue mail,
      MailTemplates templates,
      PasswordLinks links,
      Clock clock) {
    this.users = users;
    this.lists = lists;
    this.mail = mail;
    this.templates = templates;
    this.links = links;
    this.clock = clock;
  }

  /** Removes links that are too old, on one node at a time. */
  @Configuration(proxyBeanMethods = false)
  static class Upkeep {
    @Bean
    RecurringTask<Void> forgetPasswordLinks(PasswordLinks links) {
      return Tasks.recurring("password-links", FixedDelay.of(Duration.ofHours(1)))
          .execute((_, _) -> links.purge());
    }
  }

  /** Whether links can be sent at all. */
  public boolean canSend() {
    return mail.isReady();
  }

  /** Whether a link can be sent to a user. */
  public boolean canSend(User user) {
    String address = user.emailAddress();
    return address != null && !address.isBlank() && user.active() && mail.isReady();
  }

  /**
   * Sends a link to whoever has that user name or e-mail address, once in five minutes at most. It
   * does not tell whether there is such a user.
   */
  public void ask(String nameOrAddress) {
    String typed = nameOrAddress.strip();
    if (typed.isEmpty() || typed.length() > MAX_LENGTH || typed.indexOf('\0') >= 0) {
      return;
    }
    Optional<User> user = users.findByName(typed);
    if (user.isEmpty()) {
      user = lists.ofEmailAddresses(List.of(typed)).values().stream().findFirst();
    }
    user.filter(this::canSend).ifPresent(this::send);
  }

  /** Sends a link to a user, once in five minutes at most. */
  public void send(User user) {
    long turn = clock.instant().toEpochMilli() / PAUSE.toMillis();
    mail.add(KIND, List.of(new MailQueue.Entry(user.id(), "asked " + turn, "", null)));
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Optional<Mail> compose(User recipient, List<String> payloads) {
    Map<String, Object> words =
        Map.of(
            "name", recipient.name(),
            "url", links.make(recipient, LIFE),
            "minutes", LIFE.toMinutes());
    return Optional.of(
        new Mail(
            "Packhouse",
            "Set a new password",
            templates.text("password-link", words),
            templates.html("password-link", words),
            null,
            null));
  }
}
