package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * REST: what a repository may hold. Its administrators see it; the server's administrators set it,
 * for who could set his own would have none.
 */
@RestController
@RequestMapping(RestPaths.OWN + "/projects/{projectKey}/repos/{slug}/quota")
class QuotaController {

  private final RepositoryAccess access;
  private final RepositoryChanges changes;
  private final RepositoryQuota quota;
  private final Permissions permissions;
  private final CurrentCaller caller;

  QuotaController(
      RepositoryAccess access,
      RepositoryChanges changes,
      RepositoryQuota quota,
      Permissions permissions,
      CurrentCaller caller) {
    this.access = access;
    this.changes = changes;
    this.quota = quota;
    this.permissions = permissions;
    this.caller = caller;
  }

  record Body(@Nullable Long quotaBytes) {}

  /**
   * What a repository holds and may hold.
   *
   * @param quotaBytes null: whatever it likes
   * @param isOwn whether it is the repository's own and not the server's default
   */
  record View(long usedBytes, @Nullable Long quotaBytes, boolean isOwn) {}

  @GetMapping
  View get(@PathVariable String projectKey, @PathVariable String slug) {
    return view(access.require(caller.get(), projectKey, slug, Permission.REPO_ADMIN));
  }

  @PutMapping
  View put(@PathVariable String projectKey, @PathVariable String slug, @RequestBody Body body) {
    Repository repository = administered(projectKey, slug);
    if (body.quotaBytes() == null || body.quotaBytes() < 1) {
      throw new InvalidFieldException(
          "quotaBytes",
          "The quota must be a number of bytes above 0, not %s.".formatted(body.quotaBytes()));
    }
    return view(changes.update(repository.id(), RepositoryChange.quota(body.quotaBytes())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String projectKey, @PathVariable String slug) {
    changes.update(administered(projectKey, slug).id(), RepositoryChange.quota(0));
  }

  private Repository administered(String projectKey, String slug) {
    Caller who = caller.get();
    Repository repository = access.require(who, projectKey, slug, Permission.REPO_READ);
    permissions.check(who, Permission.ADMIN);
    return repository;
  }

  private View view(Repository repository) {
    RepositoryQuota.State state = quota.of(repository.id());
    return new View(
        repository.sizeBytes(),
        state == null ? null : state.quotaBytes(),
        repository.quotaBytes() != null);
  }
}
