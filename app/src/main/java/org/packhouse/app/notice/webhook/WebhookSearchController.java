package org.packhouse.app.notice.webhook;

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
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * REST: the webhooks of a repository together with those of its project. Who administers the
 * repository alone sees of the project's neither path and query of the URL nor what they told,
 * which is of other repositories too.
 */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/webhooks/search")
class WebhookSearchController {

  private static final List<String> SCOPES = List.of("global", "project", "repository");

  private final WebhookRows rows;
  private final DeliveryHistory history;
  private final Permissions permissions;

  WebhookSearchController(WebhookRows rows, DeliveryHistory history, Permissions permissions) {
    this.rows = rows;
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
    return Page.ofOneMore(page, found(repository, scope, event, page))
        .map(webhook -> {
          boolean shown = whole || !webhook.resource().equals(project);
          WebhookView view =
              WebhookView.of(
                  webhook, statistics && shown ? history.statistics(webhook, null) : null);
          return shown ? view : view.withoutToken();
        });
  }

  private List<Webhook> found(
      Repository repository, @Nullable String scope, @Nullable String event, PageRequest page) {
    long id = repository.id();
    long project = repository.project().id();
    if (scope == null) {
      return rows.listWithProject(id, project, event, page.start(), page.oneMore());
    }
    return switch (scope) {
      case "project" -> rows.list(new ProjectId(project), event, page.start(), page.oneMore());
      case "repository" -> rows.list(new RepositoryId(id), event, page.start(), page.oneMore());
      default -> List.of();
    };
  }
}
