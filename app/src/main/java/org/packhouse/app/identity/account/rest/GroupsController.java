package org.packhouse.app.identity.account.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.rest.DetailedGroup;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: names of groups for every user, and their administration. */
@RestController
@RequestMapping(RestPaths.API)
class GroupsController {

  private final Principals principals;
  private final Groups groups;
  private final AccountAdministration administration;

  GroupsController(Principals principals, Groups groups, AccountAdministration administration) {
    this.principals = principals;
    this.groups = groups;
    this.administration = administration;
  }

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/groups")
  Page<String> names(@RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return find(filter, page).map(Group::name);
  }

  @Requires(Permission.ADMIN)
  @GetMapping("/admin/groups")
  Page<DetailedGroup> list(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return find(filter, page).map(DetailedGroup::of);
  }

  @Requires(Permission.ADMIN)
  @PostMapping("/admin/groups")
  DetailedGroup create(Caller caller, @RequestParam(required = false) @Nullable String name) {
    return DetailedGroup.of(
        administration.createGroup(caller, RequestFields.required("name", name)));
  }

  @Requires(Permission.ADMIN)
  @DeleteMapping("/admin/groups")
  DetailedGroup delete(Caller caller, @RequestParam(required = false) @Nullable String name) {
    Group group = principals.group(RequestFields.required("name", name));
    administration.deleteGroup(caller, group);
    return DetailedGroup.of(group);
  }

  private Page<Group> find(@Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
        page, groups.search(RequestFields.filter(filter), page.start(), page.oneMore()));
  }
}
