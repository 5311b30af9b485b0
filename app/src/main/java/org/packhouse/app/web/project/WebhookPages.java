package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.notice.webhook.DeliveryHistory;
import org.packhouse.app.notice.webhook.DeliveryHistory.Glance;
import org.packhouse.app.notice.webhook.Pings;
import org.packhouse.app.notice.webhook.ReceiverAddresses;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.Webhooks;
import org.packhouse.app.notice.webhook.rest.PingView;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** Lists, creates and changes the webhooks of a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record WebhookPages(
    Webhooks webhooks, DeliveryHistory history, Pings pings, ReceiverAddresses addresses) {

  private static final String PAGE = "/settings/webhooks";
  private static final String CREATE = PAGE + "/create";
  private static final String EDIT = PAGE + "/{id}/edit";

  record Row(Webhook webhook, Glance glance) {}

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    List<Webhook> all = webhooks.list(view.resource());
    Map<Long, Glance> glances = history.glances(all);
    model.addAttribute(
        "rows",
        all.stream().map(it -> new Row(it, glances.getOrDefault(it.id(), Glance.NONE))).toList());
    return page(view, model, "project/webhooks");
  }

  @GetMapping({CREATE, "/repos/{slug}" + CREATE, EDIT, "/repos/{slug}" + EDIT})
  String edit(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable(required = false) @Nullable Long id,
      Model model) {
    Webhook webhook = find(view, id);
    WebhookForm form = webhook == null ? WebhookForm.FRESH : WebhookForm.of(webhook);
    return form(view, webhook, form, model);
  }

  @PostMapping(
      path = {CREATE, "/repos/{slug}" + CREATE, EDIT, "/repos/{slug}" + EDIT},
      params = "test!=true")
  String save(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable(required = false) @Nullable Long id,
      WebhookForm form,
      Model model,
      FormSubmission submission) {
    Webhook webhook = find(view, id);
    return submission.handle(
        () -> {
          Webhook saved =
              webhook == null
                  ? webhooks.create(view.resource(), form.values())
                  : webhooks.change(view.resource(), webhook.id(), form.values());
          return submission.saved(
              view.link() + PAGE + "/" + saved.id(),
              (webhook == null ? "The webhook is created." : "The webhook is changed.")
                  + addresses.advice(saved.target().url()).map(it -> " " + it).orElse(""));
        },
        () -> form(view, webhook, form, model));
  }

  @PostMapping(
      path = {CREATE, "/repos/{slug}" + CREATE, EDIT, "/repos/{slug}" + EDIT},
      params = "test=true")
  String test(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable(required = false) @Nullable Long id,
      WebhookForm form,
      Model model,
      HttpServletResponse response,
      FormSubmission submission) {
    Webhook webhook = find(view, id);
    return submission.handle(
        () -> test(view, webhook, form, model, response), () -> form(view, webhook, form, model));
  }

  private @Nullable Webhook find(ResourceView view, @Nullable Long id) {
    return id == null ? null : webhooks.require(view.resource(), id);
  }

  private String test(
      ResourceView view,
      @Nullable Webhook webhook,
      WebhookForm form,
      Model model,
      HttpServletResponse response) {
    model.addAttribute(
        "ping",
        PingView.of(
            pings.ping(
                webhook,
                form.url() == null ? "" : form.url(),
                Boolean.TRUE.equals(form.verified()),
                form.credentials())));
    // The form is shown again with the secrets that were typed.
    response.setHeader("Cache-Control", "no-store");
    return form(view, webhook, form, model);
  }

  private static String form(
      ResourceView view, @Nullable Webhook webhook, WebhookForm form, Model model) {
    model.addAttribute("webhook", webhook);
    model.addAttribute("form", form);
    model.addAttribute("own", form.own() == null ? WebhookForm.Own.NONE : form.own());
    model.addAttribute("groups", WebhookForm.Choice.groups(view, form));
    return page(view, model, "project/webhook-form");
  }

  /** Adds the attributes that all pages of webhooks have. */
  static String page(ResourceView view, Model model, String template) {
    model.addAttribute("tab", view instanceof ProjectView ? "webhooks" : "settings");
    model.addAttribute("url", view.link() + PAGE);
    return template;
  }
}
