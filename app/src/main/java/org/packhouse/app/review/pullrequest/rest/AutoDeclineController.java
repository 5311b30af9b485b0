package org.packhouse.app.review.pullrequest.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.automatic.AutoDecline;
import org.packhouse.app.review.pullrequest.automatic.AutoDeclineSettings;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: auto-decline settings of projects and repositories. */
@RestController
class AutoDeclineController {

  private static final String SETTING = "/settings/auto-decline";
  private static final String OF_PROJECT = RestPaths.API + "/projects/{projectKey}" + SETTING;
  private static final String OF_REPOSITORY =
      RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}" + SETTING;

  private final AutoDeclineSettings settings;

  AutoDeclineController(AutoDeclineSettings settings) {
    this.settings = settings;
  }

  record DeclineView(boolean enabled, int inactivityWeeks, ScopeView scope) {}

  record DeclineBody(@Nullable Boolean enabled, @Nullable Integer inactivityWeeks) {

    boolean requiredEnabled() {
      if (enabled == null) {
        throw new InvalidFieldException("enabled", "The field enabled must be true or false.");
      }
      return enabled;
    }
  }

  @GetMapping({OF_PROJECT, OF_REPOSITORY})
  DeclineView get(@Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource) {
    return view(resource);
  }

  @PutMapping({OF_PROJECT, OF_REPOSITORY})
  DeclineView set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody DeclineBody body) {
    settings.set(resource, body.requiredEnabled(), body.inactivityWeeks());
    return view(resource);
  }

  @DeleteMapping({OF_PROJECT, OF_REPOSITORY})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource) {
    settings.inherit(resource);
  }

  private DeclineView view(Resource resource) {
    AutoDecline setting = settings.of(resource);
    return new DeclineView(
        setting.enabled(), setting.inactivityWeeks(), ScopeView.of(setting.scope()));
  }
}
