package org.packhouse.app.hosting.dialect;

import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: whether a repository keeps large files apart (Git LFS): none does, and none can. */
@RestController
@RequestMapping("/rest/git-lfs/admin/projects/{projectKey}/repos/{repositorySlug}/enabled")
class LargeFilesController {

  private final RepositoryAccess access;
  private final CurrentCaller caller;

  LargeFilesController(RepositoryAccess access, CurrentCaller caller) {
    this.access = access;
    this.caller = caller;
  }

  /** The dialect answers 200 without a body where it is on. */
  @GetMapping
  void get(@PathVariable String projectKey, @PathVariable String repositorySlug) {
    String path = administered(projectKey, repositorySlug);
    throw new RestException(
        HttpStatus.NOT_FOUND.value(),
        ExceptionName.NO_SUCH_ENTITY,
        "Git LFS is not enabled for %s.".formatted(path));
  }

  @PutMapping
  void put(@PathVariable String projectKey, @PathVariable String repositorySlug) {
    String path = administered(projectKey, repositorySlug);
    throw new RestException(
        HttpStatus.CONFLICT.value(),
        ExceptionName.ARGUMENT_VALIDATION,
        "Git LFS cannot be enabled for %s: this server does not offer it.".formatted(path));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String projectKey, @PathVariable String repositorySlug) {
    administered(projectKey, repositorySlug);
  }

  private String administered(String projectKey, String repositorySlug) {
    return access.require(caller.get(), projectKey, repositorySlug, Permission.REPO_ADMIN).path();
  }
}
