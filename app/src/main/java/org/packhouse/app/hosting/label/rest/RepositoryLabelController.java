package org.packhouse.app.hosting.label.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.label.Labels;
import org.packhouse.app.hosting.label.NoSuchLabelException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
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

  RepositoryLabelController(Labels labels) {
    this.labels = labels;
  }

  record Body(@Nullable String name) {}

  @GetMapping
  Page<LabelView> list(@Requires(Permission.REPO_READ) Repository repository, PageRequest page) {
    return Page.ofAll(page, labels.of(repository.id())).map(LabelView::new);
  }

  @PostMapping
  LabelView add(@Requires(Permission.REPO_ADMIN) Repository repository, @RequestBody Body body) {
    return new LabelView(labels.add(repository, body.name()));
  }

  @DeleteMapping("/{labelName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @Requires(Permission.REPO_ADMIN) Repository repository, @PathVariable String labelName) {
    if (!labels.remove(repository, labelName)) {
      throw new NoSuchLabelException(labelName);
    }
  }
}
