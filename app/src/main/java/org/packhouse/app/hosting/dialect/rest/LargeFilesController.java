package org.packhouse.app.hosting.dialect.rest;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: whether Git LFS is enabled for a repository. The server does not offer Git LFS. */
@RestController
@RequestMapping("/rest/git-lfs/admin/projects/{projectKey}/repos/{repositorySlug}/enabled")
class LargeFilesController {

  /** Refuses with 404: the dialect answers 200 without a body where Git LFS is enabled. */
  @GetMapping
  void get(@Requires(Permission.REPO_ADMIN) Repository repository) {
    throw new NoSuchException(
        Thing.ENTITY, "Git LFS is not enabled for %s.".formatted(repository.path()));
  }

  @PutMapping
  void put(@Requires(Permission.REPO_ADMIN) Repository repository) {
    throw new RestException(
        HttpStatus.CONFLICT.value(),
        ExceptionName.ARGUMENT_VALIDATION,
        "Git LFS cannot be enabled for %s: this server does not offer it."
            .formatted(repository.path()));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires(Permission.REPO_ADMIN) Repository repository) {
    // Git LFS is never enabled.
  }
}
