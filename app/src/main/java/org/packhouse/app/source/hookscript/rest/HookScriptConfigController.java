package org.packhouse.app.source.hookscript.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.hookscript.HookScripts;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the hook scripts that run for a repository, or for a project's repositories. */
@RestController
@RequestMapping({
  RestPaths.API + "/projects/{projectKey}/hook-scripts",
  RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/hook-scripts"
})
class HookScriptConfigController {

  private final HookScripts scripts;

  HookScriptConfigController(HookScripts scripts) {
    this.scripts = scripts;
  }

  /** The triggers of a script, all if absent; a null {@code enforced} stays as it is. */
  record TriggersBody(@Nullable List<String> triggerIds, @Nullable Boolean enforced) {}

  @GetMapping
  Page<HookScriptConfigView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      PageRequest page) {
    return Page.ofAll(page, scripts.of(resource).stream().map(HookScriptConfigView::of).toList());
  }

  @PutMapping("/{scriptId}")
  HookScriptConfigView run(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long scriptId,
      @RequestBody TriggersBody body) {
    return HookScriptConfigView.of(
        scripts.run(
            resource,
            scriptId,
            body.triggerIds() == null ? List.of() : body.triggerIds(),
            body.enforced()));
  }

  @DeleteMapping("/{scriptId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void stop(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long scriptId) {
    scripts.stop(resource, scriptId);
  }
}
