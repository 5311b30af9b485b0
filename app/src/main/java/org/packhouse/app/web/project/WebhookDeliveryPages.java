package org.packhouse.app.web.project;

import java.time.Instant;
import java.util.Map;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.notice.webhook.DeliveryHistory;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.notice.webhook.Webhooks;
import org.packhouse.app.notice.webhook.rest.HistoryView;
import org.packhouse.app.notice.webhook.rest.InvocationView;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A webhook and its deliveries. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record WebhookDeliveryPages(Webhooks webhooks, DeliveryHistory history, JsonMapper json) {

  private static final int PAGE_SIZE = 25;
  private static final int MAX_INDENTED = 200_000;
  private static final String PAGE = "/settings/webhooks/{id}";
  private static final String DELIVERY = PAGE + "/deliveries/{delivery}";

  /**
   * A delivery, {@code good} if the receiver accepted it; {@code when} is the last attempt or the
   * creation.
   */
  record Row(InvocationView invocation, String word, boolean good, boolean waits, Instant when) {
    static Row of(InvocationView invocation) {
      return new Row(
          invocation,
          WebhookEvent.of(invocation.event()).map(WebhookEvent::word).orElse(invocation.event()),
          invocation.result().outcome().equals("SUCCESS"),
          invocation.result().outcome().equals("PENDING"),
          Instant.ofEpochMilli(invocation.times().finish()));
    }
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String show(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    Webhook webhook = webhooks.require(view.resource(), id);
    Page<InvocationView> page =
        history
            .list(webhook, null, new PageRequest(Math.max(0, start), PAGE_SIZE))
            .map(it -> InvocationView.of(webhook, it));

    model.addAttribute("webhook", webhook);
    model.addAttribute(
        "words",
        webhook.events().stream()
            .map(event -> WebhookEvent.of(event).map(WebhookEvent::word).orElse(event))
            .toList());
    model.addAttribute(
        "counts", HistoryView.of(webhook, history.statistics(webhook, null)).counts());
    model.addAttribute("rows", page.values().stream().map(Row::of).toList());
    PageLinks.add(model, view.link() + "/settings/webhooks/" + id + "?start=", page);
    return WebhookPages.page(view, model, "project/webhook");
  }

  @PostMapping({PAGE + "/remove", "/repos/{slug}" + PAGE + "/remove"})
  String remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      FormSubmission submission) {
    webhooks.remove(view.resource(), id);
    return submission.saved(view.link() + "/settings/webhooks", "The webhook is removed.");
  }

  @GetMapping({DELIVERY, "/repos/{slug}" + DELIVERY})
  String delivery(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      @PathVariable long delivery,
      Model model) {
    Webhook webhook = webhooks.require(view.resource(), id);
    InvocationView invocation = InvocationView.of(webhook, history.require(webhook, delivery));
    Map<String, String> headers = invocation.result().headers();
    model.addAttribute("webhook", webhook);
    model.addAttribute("row", Row.of(invocation));
    model.addAttribute("body", indented(invocation.request().body()));
    model.addAttribute("headers", headers == null ? Map.of() : headers);
    return WebhookPages.page(view, model, "project/webhook-delivery");
  }

  private String indented(String body) {
    if (body.length() > MAX_INDENTED) {
      return body;
    }
    try {
      return json.writerWithDefaultPrettyPrinter().writeValueAsString(json.readTree(body));
    } catch (JacksonException e) {
      return body;
    }
  }

  @PostMapping({DELIVERY + "/redeliver", "/repos/{slug}" + DELIVERY + "/redeliver"})
  String redeliver(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable long id,
      @PathVariable long delivery,
      FormSubmission submission) {
    Webhook webhook = webhooks.require(view.resource(), id);
    history.repeat(webhook, delivery);
    return submission.saved(
        view.link() + "/settings/webhooks/" + id,
        "The receiver is told once more, behind what waits.");
  }
}
