package org.packhouse.app.web.admin;

import java.util.List;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Groups and their members. */
@Controller
@Requires(Permission.ADMIN)
record GroupPages(
    Groups groups, Users users, UserLists directory, AccountAdministration administration) {

  private static final int PAGE = 50;

  @GetMapping("/admin/groups")
  String list(
      @RequestParam(defaultValue = "") String filter,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    PageRequest request = new PageRequest(Math.max(0, start), PAGE);
    Page<Group> page =
        Page.ofOneMore(request, groups.search(filter.strip(), request.start(), request.oneMore()));
    String url = "/admin/groups?filter=" + Links.encode(filter) + "&start=";
    model.addAttribute("tab", "groups");
    model.addAttribute("filter", filter);
    model.addAttribute("groups", page.values());
    PageLinks.add(model, url, page);
    return "admin/groups";
  }

  @PostMapping("/admin/groups")
  String create(
      Caller caller,
      @RequestParam(defaultValue = "") String name,
      Model model,
      FormSubmission submission) {
    model.addAttribute("name", name);
    return submission.handle(
        () -> {
          Group made = administration.createGroup(caller, name.strip());
          return submission.saved(link(made), "The group %s is made.".formatted(made.name()));
        },
        () -> list("", 0, model));
  }

  @GetMapping("/admin/groups/members")
  String members(
      @RequestParam String name,
      @RequestParam(defaultValue = "") String filter,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    Group group = require(name);
    PageRequest request = new PageRequest(Math.max(0, start), PAGE);
    Page<User> page =
        Page.ofOneMore(
            request,
            directory.ofGroup(group, true, filter.strip(), request.start(), request.oneMore()));
    model.addAttribute("tab", "groups");
    model.addAttribute("group", group);
    model.addAttribute("filter", filter);
    model.addAttribute("members", page.values());
    String url = link(group) + "&filter=" + Links.encode(filter) + "&start=";
    PageLinks.add(model, url, page);
    return "admin/group";
  }

  @PostMapping("/admin/groups/members/add")
  String add(
      Caller caller,
      @RequestParam String name,
      @RequestParam(defaultValue = "") String user,
      Model model,
      FormSubmission submission) {
    Group group = require(name);
    model.addAttribute("user", user);
    return submission.handle(
        () -> {
          User added = find(user.strip());
          administration.join(caller, List.of(group), List.of(added));
          return submission.saved(
              link(group), "%s is in the group now.".formatted(added.displayName()));
        },
        () -> members(name, "", 0, model));
  }

  @PostMapping("/admin/groups/members/remove")
  String remove(
      Caller caller,
      @RequestParam String name,
      @RequestParam String user,
      Model model,
      FormSubmission submission) {
    Group group = require(name);
    return submission.handle(
        () -> {
          User removed = find(user);
          administration.leave(caller, group, removed);
          return submission.saved(
              link(group), "%s is not in the group any more.".formatted(removed.displayName()));
        },
        () -> members(name, "", 0, model));
  }

  @PostMapping("/admin/groups/delete")
  String delete(
      Caller caller,
      @RequestParam String name,
      @RequestParam(defaultValue = "") String confirm,
      Model model,
      FormSubmission submission) {
    Group group = require(name);
    return submission.handle(
        () -> {
          if (!confirm.strip().equals(group.name())) {
            throw new InvalidFieldException(
                "confirm", "Type the group's name, %s, to delete it.".formatted(group.name()));
          }
          administration.deleteGroup(caller, group);
          return submission.saved(
              "/admin/groups", "The group %s is deleted.".formatted(group.name()));
        },
        () -> members(name, "", 0, model));
  }

  private Group require(String name) {
    return groups
        .findByName(name)
        .orElseThrow(() -> new NotFoundException("There is no group '%s'.".formatted(name)));
  }

  private User find(String name) {
    return users
        .findByName(name)
        .orElseThrow(() ->
            new InvalidFieldException(
                "user", "There is no user named %s.".formatted(InvalidFieldException.quote(name))));
  }

  private static String link(Group group) {
    return "/admin/groups/members?name=" + Links.encode(group.name());
  }
}
