package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.PermissionTable;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.ResourceView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Permissions on a project or repository. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record PermissionPages(
    PermissionTable table, InheritedPermissions inherited, PermissionGrants grants) {

  private static final List<Permission> ON_PROJECTS =
      List.of(
          Permission.PROJECT_READ,
          Permission.PROJECT_WRITE,
          Permission.REPO_CREATE,
          Permission.PROJECT_ADMIN);
  private static final List<Permission> ON_REPOSITORIES =
      List.of(Permission.REPO_READ, Permission.REPO_WRITE, Permission.REPO_ADMIN);

  private static final List<Permission> BY_DEFAULT =
      List.of(Permission.PROJECT_READ, Permission.PROJECT_WRITE, Permission.REPO_CREATE);

  @GetMapping({"/permissions", "/repos/{slug}/permissions"})
  String list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    model.addAttribute("rows", table.rows(view.id()));
    model.addAttribute("choices", PermissionTable.choices(choices(view)));
    return switch (view) {
      case ProjectView it -> {
        model.addAttribute("tab", "permissions");
        model.addAttribute("inherited", inherited.of(it.project()));
        model.addAttribute("byDefault", grants.defaultOf(new ProjectId(it.project().id())));
        yield "project/permissions";
      }
      case RepositoryView it -> {
        model.addAttribute("tab", "settings");
        model.addAttribute("inherited", inherited.of(it.repository()));
        yield "project/repository-permissions";
      }
    };
  }

  @PostMapping({"/permissions", "/repos/{slug}/permissions"})
  String grant(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      PermissionTable.Form form,
      Model model,
      FormSubmission submission) {
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          table.grant(view.id(), form, choices(view));
          return submission.saved(view.link() + "/permissions", "The permission is given.");
        },
        () -> list(view, model));
  }

  @PostMapping({"/permissions/revoke", "/repos/{slug}/permissions/revoke"})
  String revoke(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      PermissionTable.Form form,
      FormSubmission submission) {
    table.revoke(view.id(), form);
    return submission.saved(view.link() + "/permissions", "The permission is taken back.");
  }

  @PostMapping("/permissions/default")
  String changeDefault(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      @RequestParam(required = false) @Nullable Permission permission,
      FormSubmission submission) {
    if (permission != null && !BY_DEFAULT.contains(permission)) {
      throw new InvalidFieldException("permission", "Choose nothing, read or write.");
    }
    grants.setDefault(new ProjectId(view.project().id()), permission);
    return submission.saved(view.link() + "/permissions", "What everybody may do is changed.");
  }

  private static List<Permission> choices(ResourceView view) {
    return view instanceof ProjectView ? ON_PROJECTS : ON_REPOSITORIES;
  }
}
