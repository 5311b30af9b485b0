package org.packhouse.app.notice.webhook.rest;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.notice.webhook.DeliveryHistory;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.Webhooks;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * REST: the webhooks of a repository and its project. Administrators of the repository alone see no
 * path, query and deliveries of the project's, which may hold tokens and concern other
 * repositories.
 */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/webhooks/search")
class WebhookSearchController {

  private static final List<String> SCOPES = List.of("global", "project", "repository");

  private final Webhooks webhooks;
  private final DeliveryHistory history;
  private final Permissions permissions;

  WebhookSearchController(Webhooks webhooks, DeliveryHistory history, Permissions permissions) {
    this.webhooks = webhooks;
    this.history = history;
    this.permissions = permissions;
  }

  @GetMapping
  Page<WebhookView> search(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable String scopeType,
      @RequestParam(required = false) @Nullable String event,
      @RequestParam(defaultValue = "false") boolean statistics,
      PageRequest page) {
    String scope = scopeType == null ? null : scopeType.toLowerCase(Locale.ROOT);
    if (scopeType != null && !SCOPES.contains(scope)) {
      throw new InvalidFieldException(
          "scopeType",
          "A scope is global, project or repository, not %s."
              .formatted(InvalidFieldException.quote(scopeType)));
    }
    ProjectId project = new ProjectId(repository.project().id());
    boolean whole = permissions.test(caller, project, Permission.PROJECT_ADMIN);
    return found(repository, scope, event, page)
        .map(webhook -> {
          boolean shown = whole || !webhook.resource().equals(project);
          WebhookView view =
              WebhookView.of(
                  webhook,
                  statistics && shown
                      ? HistoryView.of(webhook, history.statistics(webhook, null))
                      : null);
          return shown ? view : view.withoutToken();
        });
  }

  private Page<Webhook> found(
      Repository repository, @Nullable String scope, @Nullable String event, PageRequest page) {
    if (scope == null) {
      return webhooks.listWithProject(repository, event, page);
    }
    return switch (scope) {
      case "project" -> webhooks.list(new ProjectId(repository.project().id()), event, page);
      case "repository" -> webhooks.list(new RepositoryId(repository.id()), event, page);
      default -> Page.ofOneMore(page, List.of());
    };
  }
}
