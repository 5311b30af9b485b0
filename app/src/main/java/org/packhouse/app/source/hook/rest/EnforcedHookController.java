package org.packhouse.app.source.hook.rest;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.hook.HookSettings;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: enforcement of a project's hooks, merge checks included, in its repositories. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/settings/hooks/{hookKey}/enforced")
class EnforcedHookController {

  private final HookSettings settings;

  EnforcedHookController(HookSettings settings) {
    this.settings = settings;
  }

  @PutMapping
  HookView enforce(
      @Requires(Permission.PROJECT_ADMIN) Project project, @PathVariable String hookKey) {
    return set(project, hookKey, true);
  }

  @DeleteMapping
  HookView leave(
      @Requires(Permission.PROJECT_ADMIN) Project project, @PathVariable String hookKey) {
    return set(project, hookKey, false);
  }

  private HookView set(Project project, String hookKey, boolean enforced) {
    BuiltInHook hook = HookController.hook(hookKey);
    Resource resource = new Resource(project, null);
    settings.enforce(project, hook, enforced);
    return HookView.of(hook, settings.of(resource).get(hook.key()), resource);
  }
}
