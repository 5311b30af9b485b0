package org.packhouse.app.source.hook.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.hook.BuiltInHooks;
import org.packhouse.app.source.hook.HookSetting;
import org.packhouse.app.source.hook.HookSettings;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the hooks of a repository, or of a project's repositories. */
@RestController
@RequestMapping({
  RestPaths.API + "/projects/{projectKey}/settings/hooks",
  RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/settings/hooks"
})
class HookController {

  private static final List<String> TYPES =
      List.of("PRE_RECEIVE", "POST_RECEIVE", "PRE_PULL_REQUEST_MERGE");

  private final HookSettings settings;

  HookController(HookSettings settings) {
    this.settings = settings;
  }

  @GetMapping
  Page<HookView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestParam(required = false) @Nullable String type,
      PageRequest page) {
    if (type != null && !TYPES.contains(type)) {
      throw new InvalidFieldException(
          "type",
          "%s is not a type of hook; these are: %s."
              .formatted(InvalidFieldException.quote(type), TYPES));
    }
    Map<String, HookSetting> set = settings.of(resource);
    List<HookView> all =
        BuiltInHooks.ALL.stream()
            .filter(hook -> type == null || type.equals(hook.type().name()))
            .map(hook -> HookView.of(hook, set.get(hook.key()), resource))
            .toList();
    return Page.ofAll(page, all);
  }

  @GetMapping("/{hookKey}")
  HookView get(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String hookKey) {
    return view(resource, hook(hookKey));
  }

  private HookView view(Resource resource, BuiltInHook hook) {
    return HookView.of(hook, settings.of(resource).get(hook.key()), resource);
  }

  @DeleteMapping("/{hookKey}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void reset(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String hookKey) {
    settings.reset(resource, hook(hookKey));
  }

  @PutMapping("/{hookKey}/enabled")
  HookView enable(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String hookKey,
      @RequestBody(required = false) @Nullable Map<String, Object> body) {
    BuiltInHook hook = hook(hookKey);
    HookSetting before = settings.of(resource).get(hook.key());
    boolean hasSettings = before != null && before.settings() != null;
    // Clients enable a hook with an empty object and mean the settings that it has.
    settings.set(resource, hook, true, body != null && body.isEmpty() && hasSettings ? null : body);
    return view(resource, hook);
  }

  @DeleteMapping("/{hookKey}/enabled")
  HookView disable(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String hookKey) {
    BuiltInHook hook = hook(hookKey);
    settings.set(resource, hook, false, null);
    return view(resource, hook);
  }

  @GetMapping("/{hookKey}/settings")
  ResponseEntity<Map<String, Object>> settings(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String hookKey) {
    HookSetting setting = settings.of(resource).get(hook(hookKey).key());
    return setting == null || setting.settings() == null
        ? ResponseEntity.noContent().build()
        : ResponseEntity.ok(setting.settings());
  }

  @PutMapping("/{hookKey}/settings")
  Map<String, Object> change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable String hookKey,
      @RequestBody Map<String, Object> body) {
    BuiltInHook hook = hook(hookKey);
    HookSetting before = settings.of(resource).get(hook.key());
    settings.set(resource, hook, before != null && before.enabled(), body);
    return body;
  }

  static BuiltInHook hook(String key) {
    return BuiltInHooks.of(key)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.ENTITY, "There is no hook %s.".formatted(InvalidFieldException.quote(key))));
  }
}
