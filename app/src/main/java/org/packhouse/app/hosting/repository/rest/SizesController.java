package org.packhouse.app.hosting.repository.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the size of a repository on disk. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/sizes")
class SizesController {

  private final RepositorySizes sizes;

  SizesController(RepositorySizes sizes) {
    this.sizes = sizes;
  }

  /** Sizes in bytes, of the repository without its pool, and of the pool if there is one. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(long repository, long attachments, @Nullable Long pool) {}

  @GetMapping
  View get(@Requires(Permission.REPO_READ) Repository found) throws IOException {
    return new View(sizes.of(found.id()), 0, sizes.pool(found.id()).orElse(null));
  }
}
