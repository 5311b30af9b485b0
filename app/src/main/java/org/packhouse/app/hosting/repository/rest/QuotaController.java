package org.packhouse.app.hosting.repository.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChange;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.hosting.repository.size.RepositoryQuota;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the quota of a repository. Only administrators of the server may set it. */
@ByToken
@RestController
@RequestMapping(RestPaths.OWN + "/projects/{projectKey}/repos/{slug}/quota")
class QuotaController {

  private final RepositoryChanges changes;
  private final RepositoryQuota quota;
  private final RepositorySizes sizes;

  QuotaController(RepositoryChanges changes, RepositoryQuota quota, RepositorySizes sizes) {
    this.changes = changes;
    this.quota = quota;
    this.sizes = sizes;
  }

  record Body(@Nullable Long quotaBytes) {}

  /** The size and the quota of a repository, its own or the server's default; null: unlimited. */
  record View(long usedBytes, @Nullable Long quotaBytes, boolean isOwn) {}

  @GetMapping
  View get(@Requires(Permission.REPO_ADMIN) Repository repository) throws IOException {
    return view(repository);
  }

  @PutMapping
  View put(
      @Requires(Permission.REPO_READ) Repository repository,
      @Requires(Permission.ADMIN) Caller administrator,
      @RequestBody Body body)
      throws IOException {
    if (body.quotaBytes() == null || body.quotaBytes() < 1) {
      throw new InvalidFieldException(
          "quotaBytes",
          "The quota must be a number of bytes above 0, not %s.".formatted(body.quotaBytes()));
    }
    return view(changes.update(repository.id(), RepositoryChange.quota(body.quotaBytes())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      @Requires(Permission.ADMIN) Caller administrator) {
    changes.update(repository.id(), RepositoryChange.quota(0));
  }

  private View view(Repository repository) throws IOException {
    RepositoryQuota.State state = quota.of(repository.id());
    return new View(
        sizes.of(repository.id()),
        state == null ? null : state.quotaBytes(),
        repository.quotaBytes() != null);
  }
}
