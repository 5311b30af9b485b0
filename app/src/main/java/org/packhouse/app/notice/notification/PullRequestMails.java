package org.packhouse.app.notice.notification;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.mail.Mail;
import org.packhouse.app.identity.mail.MailComposer;
import org.packhouse.app.identity.mail.MailTemplates;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Composes mails about pull requests. */
@Component
class PullRequestMails implements MailComposer {

  /** Characters of user text in one mail. */
  static final int MAX_SAID = 64 * 1024;

  private static final JsonMapper JSON = JsonMappers.stored();

  private final NotifiedPullRequests pullRequests;
  private final NotificationPreferences preferences;
  private final UnsubscribeLinks links;
  private final MailTemplates templates;
  private final ServerAddress server;

  PullRequestMails(
      NotifiedPullRequests pullRequests,
      NotificationPreferences preferences,
      UnsubscribeLinks links,
      MailTemplates templates,
      ServerAddress server) {
    this.pullRequests = pullRequests;
    this.preferences = preferences;
    this.links = links;
    this.templates = templates;
    this.server = server;
  }

  @Override
  public String kind() {
    return PullRequestNotifications.KIND;
  }

  @Override
  public Optional<Mail> compose(User recipient, List<String> payloads) {
    if (preferences.of(recipient.id()) == MailFrequency.OFF) {
      return Optional.empty();
    }
    Map<Long, List<NotifiedPullRequests.Line>> byPullRequest = new LinkedHashMap<>();
    int said = 0;
    for (String payload : payloads) {
      NotifiedPullRequests.Line line =
          pullRequests
              .line(recipient, JSON.readValue(payload, Notification.class), MAX_SAID - said)
              .orElse(null);
      if (line != null) {
        said += line.text() == null ? 0 : line.text().length();
        byPullRequest.computeIfAbsent(line.subject().id(), _ -> new ArrayList<>()).add(line);
      }
    }
    List<List<NotifiedPullRequests.Line>> groups = List.copyOf(byPullRequest.values());
    if (groups.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        groups.size() == 1 && payloads.size() == 1
            ? single(recipient, groups.getFirst().getFirst())
            : digest(groups));
  }

  private Mail single(User recipient, NotifiedPullRequests.Line line) {
    NotifiedPullRequests.Subject subject = line.subject();
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("line", line);
    words.put("settingsUrl", server.baseUrl() + "/account/notifications");
    String unsubscribe = links.to(recipient.id(), subject.id());
    words.put("unsubscribeUrl", unsubscribe);
    String host = Optional.ofNullable(URI.create(server.baseUrl()).getHost()).orElse("localhost");
    return new Mail(
        line.actor(),
        "[%s] %s (#%d)".formatted(subject.repository(), subject.title(), subject.number()),
        templates.text("pull-request", words),
        templates.html("pull-request", words),
        "pull-request-" + subject.id(),
        new Mail.MailList(subject.repository().replace('/', '.') + "." + host, unsubscribe));
  }

  private Mail digest(List<List<NotifiedPullRequests.Line>> groups) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("groups", groups);
    words.put("settingsUrl", server.baseUrl() + "/account/notifications");
    return new Mail(
        "Packhouse",
        groups.size() == 1
            ? "News of a pull request"
            : "News of %d pull requests".formatted(groups.size()),
        templates.text("digest", words),
        templates.html("digest", words),
        null,
        null);
  }
}
