package org.packhouse.app.branch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.refs.RefSnapshot;
import org.packhouse.app.refs.Refs;
import org.packhouse.app.repository.Repository;
import org.packhouse.app.repository.RepositoryAccess;
import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.Page;
import org.packhouse.app.rest.PageRequest;
import org.packhouse.app.rest.RestException;
import org.packhouse.app.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: tags of a repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/tags")
class TagController {

  private final RepositoryAccess access;
  private final Refs refs;
  private final RefList list;
  private final CurrentCaller caller;

  TagController(RepositoryAccess access, Refs refs, RefList list, CurrentCaller caller) {
    this.access = access;
    this.refs = refs;
    this.list = list;
    this.caller = caller;
  }

  @GetMapping
  Page<TagView> list(
      @PathVariable String projectKey,
      @PathVariable String slug,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String orderBy,
      PageRequest page)
      throws IOException {
    RefList.Order order = RefList.Order.parse(orderBy);
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    RefSnapshot snapshot = refs.snapshot(repository.id());
    return Page.ofAll(page, list.find(repository.id(), snapshot, TagView.TAGS, filterText, order))
        .map(TagView::of);
  }

  /** A tag's name may hold slashes, raw or encoded. */
  @GetMapping("/{*name}")
  TagView get(@PathVariable String projectKey, @PathVariable String slug, @PathVariable String name)
      throws IOException {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    String tag = name.substring(1);
    return refs.snapshot(repository.id())
        .find(tag.startsWith(TagView.TAGS) ? tag : TagView.TAGS + tag)
        .map(TagView::of)
        .orElseThrow(() ->
            new RestException(
                404,
                ExceptionName.NO_SUCH_TAG,
                "Tag %s does not exist in repository %s."
                    .formatted(InvalidFieldException.quote(tag), repository.path())));
  }
}
