package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PermissionTable;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages on who may do what in a project or repository. */
@Controller
class PermissionPages {

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

  private final PermissionTable table;
  private final InheritedPermissions inherited;
  private final PermissionGrants grants;

  PermissionPages(PermissionTable table, InheritedPermissions inherited, PermissionGrants grants) {
    this.table = table;
    this.inherited = inherited;
    this.grants = grants;
  }

  @GetMapping({"/projects/{key}/permissions", "/users/{user}/permissions"})
  String ofProject(@Requires(Permission.PROJECT_ADMIN) ProjectView view, Model model) {
    model.addAttribute("inherited", inherited.of(view.project()));
    model.addAttribute("byDefault", grants.defaultOf(new ProjectId(view.project().id())));
    return show(new ProjectId(view.project().id()), ON_PROJECTS, model, "project/permissions");
  }

  @PostMapping({"/projects/{key}/permissions", "/users/{user}/permissions"})
  String grantOnProject(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      PermissionTable.Form form,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    model.addAttribute("form", form);
    return Forms.submit(
        () -> {
          table.grant(new ProjectId(view.project().id()), form, ON_PROJECTS);
          redirect.addFlashAttribute("saved", "The permission is given.");
          return "redirect:" + view.link() + "/permissions";
        },
        () -> ofProject(view, model),
        model,
        response);
  }

  @PostMapping({"/projects/{key}/permissions/revoke", "/users/{user}/permissions/revoke"})
  String revokeOnProject(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      PermissionTable.Form form,
      RedirectAttributes redirect) {
    table.revoke(new ProjectId(view.project().id()), form);
    redirect.addFlashAttribute("saved", "The permission is taken back.");
    return "redirect:" + view.link() + "/permissions";
  }

  @PostMapping({"/projects/{key}/permissions/default", "/users/{user}/permissions/default"})
  String changeDefault(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      @RequestParam(required = false) @Nullable Permission permission,
      RedirectAttributes redirect) {
    if (permission != null && !BY_DEFAULT.contains(permission)) {
      throw new InvalidFieldException("permission", "Choose nothing, read or write.");
    }
    grants.setDefault(new ProjectId(view.project().id()), permission);
    redirect.addFlashAttribute("saved", "What everybody may do is changed.");
    return "redirect:" + view.link() + "/permissions";
  }

  @GetMapping({
    "/projects/{key}/repos/{slug}/permissions",
    "/users/{user}/repos/{slug}/permissions"
  })
  String ofRepository(@Requires(Permission.REPO_ADMIN) RepositoryView view, Model model) {
    model.addAttribute("tab", "settings");
    model.addAttribute("inherited", inherited.of(view.repository()));
    return show(
        new RepositoryId(view.repository().id()),
        ON_REPOSITORIES,
        model,
        "project/repository-permissions");
  }

  @PostMapping({
    "/projects/{key}/repos/{slug}/permissions",
    "/users/{user}/repos/{slug}/permissions"
  })
  String grantOnRepository(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      PermissionTable.Form form,
      Model model,
      HttpServletResponse response,
      RedirectAttributes redirect) {
    model.addAttribute("form", form);
    return Forms.submit(
        () -> {
          table.grant(new RepositoryId(view.repository().id()), form, ON_REPOSITORIES);
          redirect.addFlashAttribute("saved", "The permission is given.");
          return "redirect:" + view.link() + "/permissions";
        },
        () -> ofRepository(view, model),
        model,
        response);
  }

  @PostMapping({
    "/projects/{key}/repos/{slug}/permissions/revoke",
    "/users/{user}/repos/{slug}/permissions/revoke"
  })
  String revokeOnRepository(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      PermissionTable.Form form,
      RedirectAttributes redirect) {
    table.revoke(new RepositoryId(view.repository().id()), form);
    redirect.addFlashAttribute("saved", "The permission is taken back.");
    return "redirect:" + view.link() + "/permissions";
  }

  private String show(ResourceId resource, List<Permission> choices, Model model, String template) {
    if (!model.containsAttribute("tab")) {
      model.addAttribute("tab", "permissions");
    }
    model.addAttribute("rows", table.rows(resource));
    model.addAttribute("choices", PermissionTable.choices(choices));
    return template;
  }
}
