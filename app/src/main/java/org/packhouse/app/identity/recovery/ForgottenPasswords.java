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
 * Mails links to users who forgot their password, made when the mail is sent: no row holds them.
 */
@Service
public class ForgottenPasswords implements MailComposer {

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

  /** Deletes expired links, on one node at a time. */
  @Configuration(proxyBeanMethods = false)
  static class Upkeep {
    @Bean
    RecurringTask<Void> forgetPasswordLinks(PasswordLinks links) {
      return Tasks.recurring("password-links", FixedDelay.of(Duration.ofHours(1)))
          .execute((_, _) -> links.purge());
    }
  }

  public boolean canSend() {
    return mail.isReady();
  }

  public boolean canSend(User user) {
    String address = user.emailAddress();
    return address != null && !address.isBlank() && user.active() && mail.isReady();
  }

  /** Mails a link to a user by name or address, without revealing whether there is one. */
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

  /** Mails a link to a user, at most once in five minutes. */
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
    return Optional.of(templates.mail(KIND, "Set a new password", words, null));
  }
}
