package org.packhouse.app.web.account;

import java.util.Arrays;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.notice.notification.MailFrequency;
import org.packhouse.app.notice.notification.NotificationPreferences;
import org.packhouse.app.notice.notification.UnsubscribeLinks;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** A user's notification settings, and the page to which the unsubscribe link of mails leads. */
@Controller
record NotificationPages(
    NotificationPreferences preferences,
    UnsubscribeLinks links,
    PullRequestWatches watches,
    MailQueue mail) {

  private static final String PATH = "/account/notifications";
  private static final String LINK = "the link of a mail says whose it is";

  @GetMapping(PATH)
  String show(@Requires(Permission.LICENSED_USER) User user, Model model) {
    model.addAttribute("tab", "notifications");
    model.addAttribute("delivery", preferences.of(user.id()).name());
    model.addAttribute("ready", mail.isReady());
    return "account/notifications";
  }

  @PostMapping(PATH)
  String change(
      @Requires(Permission.LICENSED_USER) User user,
      @RequestParam(defaultValue = "") String delivery,
      FormSubmission submission) {
    MailFrequency wanted =
        Arrays.stream(MailFrequency.values())
            .filter(it -> it.name().equals(delivery))
            .findFirst()
            .orElseThrow(() ->
                new InvalidFieldException(
                    "delivery",
                    "Mail comes IMMEDIATE, HOURLY, DAILY or OFF, not %s."
                        .formatted(InvalidFieldException.quote(delivery))));
    preferences.set(user, wanted);
    return submission.saved(PATH, "Saved.");
  }

  @GetMapping("/unsubscribe")
  @Open(LINK)
  String ask(@RequestParam(defaultValue = "") String token, Model model) {
    target(token);
    model.addAttribute("token", token);
    model.addAttribute("done", false);
    return "account/unsubscribe";
  }

  /** Answers the page's button, and mail programs that unsubscribe in one click. */
  @PostMapping("/unsubscribe")
  @Open(LINK)
  String unsubscribe(@RequestParam(defaultValue = "") String token, Model model) {
    UnsubscribeLinks.Target target = target(token);
    watches.set(target.pullRequestId(), target.userId(), false);
    model.addAttribute("done", true);
    return "account/unsubscribe";
  }

  private UnsubscribeLinks.Target target(String token) {
    return links
        .read(token)
        .orElseThrow(() -> new NotFoundException("This link is not one of this server's mails."));
  }
}
