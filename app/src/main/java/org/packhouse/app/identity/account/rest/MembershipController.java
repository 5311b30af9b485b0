package org.packhouse.app.identity.account.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.rest.DetailedGroup;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: memberships of users in groups, for administrators. */
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.API + "/admin")
class MembershipController {

  private final Principals principals;
  private final DetailedUsers details;
  private final UserLists users;
  private final Groups groups;
  private final AccountAdministration administration;

  MembershipController(
      Principals principals,
      DetailedUsers details,
      UserLists users,
      Groups groups,
      AccountAdministration administration) {
    this.principals = principals;
    this.details = details;
    this.users = users;
    this.groups = groups;
    this.administration = administration;
  }

  /** The dialect's way to name an item in the view of another thing, the context. */
  record Pick(@Nullable String context, @Nullable String itemName) {
    String requiredContext() {
      return RequestFields.required("context", context);
    }

    String requiredItem() {
      return RequestFields.required("itemName", itemName);
    }
  }

  record UserAndGroups(@Nullable String user, @Nullable List<String> groups) {}

  record GroupAndUsers(@Nullable String group, @Nullable List<String> users) {}

  @GetMapping("/groups/more-members")
  Page<DetailedUser> members(
      @RequestParam(required = false) @Nullable String context,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return usersOf(context, true, filter, page);
  }

  @GetMapping("/groups/more-non-members")
  Page<DetailedUser> nonMembers(
      @RequestParam(required = false) @Nullable String context,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return usersOf(context, false, filter, page);
  }

  @GetMapping("/users/more-members")
  Page<DetailedGroup> groupsOfUser(
      @RequestParam(required = false) @Nullable String context,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return groupsOf(context, true, filter, page);
  }

  @GetMapping("/users/more-non-members")
  Page<DetailedGroup> groupsWithoutUser(
      @RequestParam(required = false) @Nullable String context,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return groupsOf(context, false, filter, page);
  }

  @PostMapping("/groups/add-user")
  void addUser(Caller caller, @RequestBody Pick pick) {
    join(caller, List.of(pick.requiredContext()), List.of(pick.requiredItem()));
  }

  @PostMapping("/groups/add-users")
  void addUsers(Caller caller, @RequestBody GroupAndUsers body) {
    join(
        caller,
        List.of(RequestFields.required("group", body.group())),
        RequestFields.required("users", body.users()));
  }

  @PostMapping("/users/add-group")
  void addGroup(Caller caller, @RequestBody Pick pick) {
    join(caller, List.of(pick.requiredItem()), List.of(pick.requiredContext()));
  }

  @PostMapping("/users/add-groups")
  void addGroups(Caller caller, @RequestBody UserAndGroups body) {
    join(
        caller,
        RequestFields.required("groups", body.groups()),
        List.of(RequestFields.required("user", body.user())));
  }

  @PostMapping("/groups/remove-user")
  void removeUser(Caller caller, @RequestBody Pick pick) {
    leave(caller, pick.requiredContext(), pick.requiredItem());
  }

  @PostMapping("/users/remove-group")
  void removeGroup(Caller caller, @RequestBody Pick pick) {
    leave(caller, pick.requiredItem(), pick.requiredContext());
  }

  private Page<DetailedUser> usersOf(
      @Nullable String group, boolean member, @Nullable String filter, PageRequest page) {
    String name = RequestFields.required("context", group);
    List<User> rows =
        principals
            .findGroup(name)
            .map(it ->
                users.ofGroup(
                    it, member, RequestFields.filter(filter), page.start(), page.oneMore()))
            .orElse(List.of());
    return Page.ofOneMore(page, details.show(rows));
  }

  private Page<DetailedGroup> groupsOf(
      @Nullable String user, boolean member, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page,
            groups.search(
                principals.user(RequestFields.required("context", user)),
                member,
                RequestFields.filter(filter),
                page.start(),
                page.oneMore()))
        .map(DetailedGroup::of);
  }

  private void join(Caller caller, List<String> groupNames, List<String> userNames) {
    administration.join(
        caller,
        groupNames.stream().map(principals::group).toList(),
        userNames.stream().map(principals::user).toList());
  }

  private void leave(Caller caller, String groupName, String userName) {
    administration.leave(caller, principals.group(groupName), principals.user(userName));
  }
}
