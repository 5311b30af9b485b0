package org.packhouse.app.hosting.label;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the labels of one repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/labels")
class RepositoryLabelController {

  private final Labels labels;
  private final RepositoryAccess access;
  private final CurrentCaller caller;

  RepositoryLabelController(Labels labels, RepositoryAccess access, CurrentCaller caller) {
    this.labels = labels;
    this.access = access;
    this.caller = caller;
  }

  record Body(@Nullable String name) {}

  @GetMapping
  Page<LabelJson> list(
      @PathVariable String projectKey, @PathVariable String repositorySlug, PageRequest page) {
    Repository repository = require(projectKey, repositorySlug, Permission.REPO_READ);
    return Page.ofAll(page, labels.of(repository.id())).map(LabelJson::new);
  }

  @PostMapping
  LabelJson add(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestBody Body body) {
    Repository repository = require(projectKey, repositorySlug, Permission.REPO_ADMIN);
    return new LabelJson(labels.add(repository, body.name()));
  }

  @DeleteMapping("/{labelName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable String labelName) {
    if (!labels.remove(require(projectKey, repositorySlug, Permission.REPO_ADMIN), labelName)) {
      throw new NoSuchLabelException(labelName);
    }
  }

  private Repository require(String projectKey, String slug, Permission permission) {
    return access.require(caller.get(), projectKey, slug, permission);
  }
}
