package org.packhouse.app.review.pullrequest.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeSwitch;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeSwitches;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: auto-merge switches of projects and repositories. */
@RestController
class AutoMergeSwitchController {

  private static final String PROJECT =
      RestPaths.API + "/projects/{projectKey}/settings/auto-merge";
  private static final String REPOSITORY =
      RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/settings/auto-merge";

  private final AutoMergeSwitches switches;
  private final Permissions permissions;

  AutoMergeSwitchController(AutoMergeSwitches switches, Permissions permissions) {
    this.switches = switches;
    this.permissions = permissions;
  }

  /** The right of repositories to decide, and of the caller to give it to them. */
  enum RestrictionState {
    NONE,
    RESTRICTED_UNMODIFIABLE,
    RESTRICTED_MODIFIABLE
  }

  enum RestrictionAction {
    CREATE,
    DELETE,
    NONE
  }

  record SwitchView(boolean enabled, RestrictionState restrictionState, ScopeView scope) {}

  record Body(@Nullable Boolean enabled) {}

  record ProjectBody(@Nullable Boolean enabled, @Nullable String restrictionAction) {}

  @GetMapping(REPOSITORY)
  SwitchView ofRepository(@Requires(Permission.REPO_READ) Repository repository, Caller caller) {
    return view(new Resource(repository.project(), repository), caller);
  }

  @PutMapping(REPOSITORY)
  SwitchView set(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      Caller caller,
      @RequestBody Body body) {
    switches.set(repository, require(body.enabled()));
    return ofRepository(repository, caller);
  }

  @DeleteMapping(REPOSITORY)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.REPO_ADMIN) Repository repository) {
    switches.inherit(new Resource(repository.project(), repository));
  }

  @GetMapping(PROJECT)
  SwitchView ofProject(@Requires(Permission.PROJECT_READ) Project project, Caller caller) {
    return view(new Resource(project, null), caller);
  }

  @PutMapping(PROJECT)
  SwitchView set(
      @Requires(Permission.PROJECT_ADMIN) Project project,
      Caller caller,
      @RequestBody ProjectBody body) {
    boolean enabled = require(body.enabled());
    String action = body.restrictionAction();
    RestrictionAction wanted =
        action == null
            ? RestrictionAction.NONE
            : PullRequestBodies.constant("restrictionAction", action, RestrictionAction.class);
    Boolean restricted =
        switch (wanted) {
          case CREATE -> Boolean.TRUE;
          case DELETE -> Boolean.FALSE;
          case NONE -> null;
        };
    switches.set(project, enabled, restricted);
    return ofProject(project, caller);
  }

  @DeleteMapping(PROJECT)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.PROJECT_ADMIN) Project project) {
    switches.inherit(new Resource(project, null));
  }

  private static boolean require(@Nullable Boolean enabled) {
    if (enabled == null) {
      throw new InvalidFieldException("enabled", "The field enabled must be true or false.");
    }
    return enabled;
  }

  private SwitchView view(Resource resource, Caller caller) {
    AutoMergeSwitch setting = switches.of(resource);
    return new SwitchView(
        setting.enabled(),
        state(setting, resource.project(), caller),
        ScopeView.of(setting.scope()));
  }

  private RestrictionState state(AutoMergeSwitch setting, Project project, Caller caller) {
    if (!setting.restricted()) {
      return RestrictionState.NONE;
    }
    return permissions.test(caller, new ProjectId(project.id()), Permission.PROJECT_ADMIN)
        ? RestrictionState.RESTRICTED_MODIFIABLE
        : RestrictionState.RESTRICTED_UNMODIFIABLE;
  }
}
