package org.packhouse.app.hosting.people;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: groups: their names for every user, their making for administrators. */
@RestController
@RequestMapping(RestPaths.API)
class GroupsController {

  private final Directory directory;
  private final Groups groups;
  private final AccountAdministration administration;
  private final Ranks ranks;
  private final Permissions permissions;
  private final CurrentCaller caller;

  GroupsController(
      Directory directory,
      Groups groups,
      AccountAdministration administration,
      Ranks ranks,
      Permissions permissions,
      CurrentCaller caller) {
    this.directory = directory;
    this.groups = groups;
    this.administration = administration;
    this.ranks = ranks;
    this.permissions = permissions;
    this.caller = caller;
  }

  @GetMapping("/groups")
  Page<String> names(@RequestParam(required = false) @Nullable String filter, PageRequest page) {
    permissions.check(caller.get(), Permission.LICENSED_USER);
    return find(filter, page).map(Group::name);
  }

  @GetMapping("/admin/groups")
  Page<DetailedGroup> list(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    ranks.requireAdministrator(caller.get());
    return find(filter, page).map(DetailedGroup::of);
  }

  @PostMapping("/admin/groups")
  DetailedGroup create(@RequestParam(required = false) @Nullable String name) {
    ranks.requireAdministrator(caller.get());
    return DetailedGroup.of(
        administration.createGroup(caller.get(), RequestFields.required("name", name)));
  }

  @DeleteMapping("/admin/groups")
  DetailedGroup delete(@RequestParam(required = false) @Nullable String name) {
    ranks.requireAdministrator(caller.get());
    Group group = directory.group(RequestFields.required("name", name));
    administration.deleteGroup(caller.get(), group);
    return DetailedGroup.of(group);
  }

  private Page<Group> find(@Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
        page, groups.search(RequestFields.filter(filter), page.start(), page.oneMore()));
  }
}
