package org.packhouse.app.web.admin;

import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.people.GlobalGrants;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.GrantLists;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.Permissions;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.user.Group;
import org.packhouse.app.user.Groups;
import org.packhouse.app.user.User;
import org.packhouse.app.user.Users;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Who may sign in, create projects, and administer the server. */
@Controller
class GlobalPermissionPages {

  private static final int MOST = 1000;

  private final GrantLists lists;
  private final GlobalGrants grants;
  private final Users users;
  private final Groups groups;
  private final Permissions permissions;
  private final CurrentCaller callers;

  GlobalPermissionPages(
      GrantLists lists,
      GlobalGrants grants,
      Users users,
      Groups groups,
      Permissions permissions,
      CurrentCaller callers) {
    this.lists = lists;
    this.grants = grants;
    this.users = users;
    this.groups = groups;
    this.permissions = permissions;
    this.callers = callers;
  }

  /** A permission that can be chosen. */
  enum Choice {
    LICENSED_USER("Sign in", Permission.LICENSED_USER),
    PROJECT_CREATE("Create projects", Permission.PROJECT_CREATE),
    ADMIN("Administer", Permission.ADMIN),
    SYS_ADMIN("Administer the system", Permission.SYS_ADMIN);

    private final String word;
    private final Permission permission;

    Choice(String word, Permission permission) {
      this.word = word;
      this.permission = permission;
    }

    /** As people read it. */
    public String word() {
      return word;
    }

    static Choice of(Permission permission) {
      return valueOf(permission.name());
    }
  }

  /** A line of the table; {@code kind} is {@code user} or {@code group}. */
  record Row(String kind, String name, String shown, Choice choice) {}

  /** What the forms hold. */
  record Form(@Nullable String kind, @Nullable String name, @Nullable Choice permission) {}

  @GetMapping("/admin/permissions")
  String show(Model model) {
    permissions.check(callers.get(), Permission.ADMIN);
    model.addAttribute("tab", "permissions");
    model.addAttribute("rows", rows());
    model.addAttribute("choices", Choice.values());
    return "admin/permissions";
  }

  @PostMapping("/admin/permissions")
  String grant(Form form, Model model, HttpServletResponse response, RedirectAttributes redirect) {
    Caller caller = callers.get();
    permissions.check(caller, Permission.ADMIN);
    model.addAttribute("form", form);
    return Forms.submit(
        () -> {
          Choice choice = form.permission();
          if (choice == null) {
            throw new InvalidFieldException("permission", "Choose a permission.");
          }
          if (isGroup(form)) {
            grants.grantToGroups(caller, List.of(group(form)), choice.permission);
          } else {
            grants.grantToUsers(caller, List.of(user(form)), choice.permission);
          }
          redirect.addFlashAttribute("saved", "The permission is given.");
          return "redirect:/admin/permissions";
        },
        () -> show(model),
        model,
        response);
  }

  @PostMapping("/admin/permissions/revoke")
  String revoke(Form form, Model model, HttpServletResponse response, RedirectAttributes redirect) {
    Caller caller = callers.get();
    permissions.check(caller, Permission.ADMIN);
    return Forms.submit(
        () -> {
          if (isGroup(form)) {
            grants.revoke(caller, group(form));
          } else {
            grants.revoke(caller, user(form));
          }
          redirect.addFlashAttribute("saved", "The permission is taken back.");
          return "redirect:/admin/permissions";
        },
        () -> show(model),
        model,
        response);
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Map<Long, Permission> toGroups = lists.groups(null, "", 0, MOST).byId();
    Map<Long, Group> named = groups.findAllById(toGroups.keySet());
    toGroups.forEach((id, permission) ->
        Optional.ofNullable(named.get(id))
            .map(it -> new Row("group", it.name(), it.name(), Choice.of(permission)))
            .ifPresent(rows::add));
    Map<Long, Permission> toUsers = lists.users(null, "", 0, MOST).byId();
    Map<Long, User> known = users.findAllById(toUsers.keySet());
    toUsers.forEach((id, permission) ->
        Optional.ofNullable(known.get(id))
            .map(it -> new Row("user", it.name(), it.displayName(), Choice.of(permission)))
            .ifPresent(rows::add));
    return rows;
  }

  private static boolean isGroup(Form form) {
    return "group".equals(form.kind());
  }

  private Group group(Form form) {
    return groups.findByName(name(form)).orElseThrow(() -> unknown("group", name(form)));
  }

  private User user(Form form) {
    return users.findByName(name(form)).orElseThrow(() -> unknown("user", name(form)));
  }

  private static String name(Form form) {
    return form.name() == null ? "" : form.name().strip();
  }

  private static InvalidFieldException unknown(String kind, String name) {
    return new InvalidFieldException(
        "name", "There is no %s named %s.".formatted(kind, InvalidFieldException.quote(name)));
  }
}
