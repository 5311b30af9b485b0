package org.packhouse.app.hosting.repository.rest;

import java.util.Map;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: users by name, group and permission. */
@RestController
class UserListController {

  private final UserSearch search;
  private final UserViews views;

  UserListController(UserSearch search, UserViews views) {
    this.search = search;
    this.views = views;
  }

  @Open("looks itself whether anybody is signed in")
  @GetMapping(RestPaths.API + "/users")
  Page<UserView> list(
      Caller caller, @RequestParam Map<String, String> parameters, PageRequest page) {
    PrivilegeGuard.requireSomebody(caller);
    return Page.ofOneMore(page, search.find(caller, parameters, page)).map(views::of);
  }
}
