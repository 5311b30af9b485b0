package org.packhouse.app.networks.pullrequest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: after how many weeks without activity pull requests are declined. */
@RestController
class AutoDeclineController {

  private static final String PROJECT =
      RestPaths.API + "/projects/{projectKey}/settings/auto-decline";
  private static final String REPOSITORY =
      RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/settings/auto-decline";
  private static final List<Integer> WEEKS = List.of(1, 2, 4, 8, 12);

  private final AutoDeclineRows rows;
  private final TransactionTemplate transactions;
  private final ApplicationEventPublisher events;

  AutoDeclineController(
      AutoDeclineRows rows, TransactionTemplate transactions, ApplicationEventPublisher events) {
    this.rows = rows;
    this.transactions = transactions;
    this.events = events;
  }

  /**
   * The place where the setting is from.
   *
   * @param resourceId null: nobody has made one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ScopeView(@Nullable Long resourceId, AutoDecline.Scope type) {}

  record DeclineView(boolean enabled, int inactivityWeeks, ScopeView scope) {}

  record DeclineBody(@Nullable Boolean enabled, @Nullable Integer inactivityWeeks) {

    boolean requiredEnabled() {
      if (enabled == null) {
        throw new InvalidFieldException("enabled", "The field enabled must be true or false.");
      }
      return enabled;
    }

    int weeks(AutoDecline present) {
      if (inactivityWeeks == null) {
        return present.inactivityWeeks();
      }
      if (!WEEKS.contains(inactivityWeeks)) {
        throw new InvalidFieldException(
            "inactivityWeeks",
            "The weeks without activity must be one of %s, not %d."
                .formatted(WEEKS, inactivityWeeks));
      }
      return inactivityWeeks;
    }
  }

  @GetMapping(REPOSITORY)
  DeclineView ofRepository(@Requires(Permission.REPO_READ) Repository repository) {
    return view(rows.of(repository), repository.project().id(), repository.id());
  }

  @PutMapping(REPOSITORY)
  DeclineView set(
      @Requires(Permission.REPO_ADMIN) Repository repository, @RequestBody DeclineBody body) {
    boolean enabled = body.requiredEnabled();
    int weeks = body.weeks(rows.of(repository));
    change(repository.path(), () -> rows.set(repository, enabled, weeks));
    return ofRepository(repository);
  }

  /** From now on the project's setting holds. */
  @DeleteMapping(REPOSITORY)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.REPO_ADMIN) Repository repository) {
    change(repository.path(), () -> rows.delete(repository));
  }

  @GetMapping(PROJECT)
  DeclineView ofProject(@Requires(Permission.PROJECT_READ) Project project) {
    return view(rows.of(project), project.id(), null);
  }

  @PutMapping(PROJECT)
  DeclineView set(
      @Requires(Permission.PROJECT_ADMIN) Project project, @RequestBody DeclineBody body) {
    boolean enabled = body.requiredEnabled();
    int weeks = body.weeks(rows.of(project));
    change(project.key(), () -> rows.set(project, enabled, weeks));
    return ofProject(project);
  }

  /** From now on nothing is declined, but in repositories that say so. */
  @DeleteMapping(PROJECT)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.PROJECT_ADMIN) Project project) {
    change(project.key(), () -> rows.delete(project));
  }

  private void change(String subject, Runnable change) {
    transactions.executeWithoutResult(_ -> {
      change.run();
      events.publishEvent(
          new AuditableChange(
              "pull-request.settings-changed", subject, Map.of("setting", "auto-decline")));
    });
  }

  private static DeclineView view(
      AutoDecline setting, long projectId, @Nullable Long repositoryId) {
    return new DeclineView(
        setting.enabled(),
        setting.inactivityWeeks(),
        new ScopeView(
            switch (setting.scope()) {
              case GLOBAL -> null;
              case PROJECT -> projectId;
              case REPOSITORY -> repositoryId;
            },
            setting.scope()));
  }
}
