package org.packhouse.app.hosting.recent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.hosting.repository.RepositoryView;
import org.packhouse.app.hosting.repository.RepositoryViews;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the repositories that the caller saw lately, the latest first. */
@RestController
class RecentController {

  private final RepositorySearch search;
  private final RepositoryViews views;
  private final Permissions permissions;
  private final CurrentCaller caller;

  RecentController(
      RepositorySearch search,
      RepositoryViews views,
      Permissions permissions,
      CurrentCaller caller) {
    this.search = search;
    this.views = views;
    this.permissions = permissions;
    this.caller = caller;
  }

  @GetMapping(RestPaths.API + "/profile/recent/repos")
  Page<RepositoryView> list(
      @RequestParam(required = false) @Nullable String permission, PageRequest page) {
    Caller who = caller.get();
    permissions.check(who, Permission.LICENSED_USER);
    Permission wanted = RepositoryFilter.permission(permission);
    User user = who.user();
    if (user == null) {
      return Page.ofAll(page, List.of());
    }
    Page<Repository> found = search.findRecent(who, user.id(), wanted, page);
    return found.with(views.of(found.values()));
  }
}
