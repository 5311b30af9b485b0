package org.packhouse.app.hosting.repository;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: how much a repository holds on disk. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/sizes")
class SizesController {

  private final RepositoryAccess access;
  private final RepositorySizes sizes;
  private final CurrentCaller caller;

  SizesController(RepositoryAccess access, RepositorySizes sizes, CurrentCaller caller) {
    this.access = access;
    this.sizes = sizes;
    this.caller = caller;
  }

  /**
   * Bytes.
   *
   * @param repository what is its own
   * @param pool what it shares with the other members of its fork network; absent if it has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(long repository, long attachments, @Nullable Long pool) {}

  @GetMapping
  View get(@PathVariable String projectKey, @PathVariable String slug) {
    Repository found = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    return new View(found.sizeBytes(), 0, sizes.pool(found.id()).orElse(null));
  }
}
