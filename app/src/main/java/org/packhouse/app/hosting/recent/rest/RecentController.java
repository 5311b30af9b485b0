package org.packhouse.app.hosting.recent.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.recent.RecentRepositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the repositories that the caller visited lately, latest first. */
@RestController
class RecentController {

  private final RecentRepositories recent;
  private final RepositoryViews views;

  RecentController(RecentRepositories recent, RepositoryViews views) {
    this.recent = recent;
    this.views = views;
  }

  @GetMapping(RestPaths.API + "/profile/recent/repos")
  Page<RepositoryView> list(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    Permission wanted = RepositoryFilter.permission(permission);
    User user = caller.user();
    if (user == null) {
      return Page.ofAll(page, List.of());
    }
    Page<Repository> found = recent.find(caller, user.id(), wanted, page);
    return found.with(views.of(found.values()));
  }
}
