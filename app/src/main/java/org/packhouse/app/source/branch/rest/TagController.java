package org.packhouse.app.source.branch.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.RefLists;
import org.packhouse.app.source.branch.Tags;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: tags of a repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/tags")
class TagController {

  private final Refs refs;
  private final RefLists lists;
  private final Tags tags;

  TagController(Refs refs, RefLists lists, Tags tags) {
    this.refs = refs;
    this.lists = lists;
    this.tags = tags;
  }

  record NewTag(@Nullable String name, @Nullable String startPoint, @Nullable String message) {}

  @GetMapping
  Page<TagView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String orderBy,
      PageRequest page)
      throws IOException {
    RefLists.Query query =
        new RefLists.Query(RefKind.TAG, filterText, RefLists.Order.parse(orderBy), false);
    RefSnapshot snapshot = refs.snapshot(repository.id());
    return Page.ofAll(page, lists.find(repository.id(), snapshot, query)).map(TagView::of);
  }

  /** Names may have slashes, raw or encoded. */
  @GetMapping("/{*name}")
  TagView get(@Requires(Permission.REPO_READ) Repository repository, @PathVariable String name)
      throws IOException {
    return TagView.of(Tags.find(repository, refs.snapshot(repository.id()), name.substring(1)));
  }

  @PostMapping
  TagView create(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      @RequestBody NewTag body)
      throws IOException {
    return TagView.of(
        tags.create(
            repository,
            new Tags.NewTag(body.name(), body.startPoint(), body.message(), false),
            caller));
  }
}
