package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.ResourceId;
import org.packhouse.app.permission.ResourceId.ProjectId;
import org.packhouse.app.permission.ResourceId.RepositoryId;
import org.packhouse.app.web.Administered;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Who may do what in a project or repository. */
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

  private final PermissionTable table;

  PermissionPages(PermissionTable table) {
    this.table = table;
  }

  /** A permission that can be chosen. */
  record Choice(Permission permission, String word) {}

  @GetMapping({"/projects/{key}/permissions", "/users/{user}/permissions"})
  String ofProject(@Administered ProjectView view, Model model) {
    return show(new ProjectId(view.project().id()), ON_PROJECTS, model, "project/permissions");
  }

  @PostMapping({"/projects/{key}/permissions", "/users/{user}/permissions"})
  String grantOnProject(
      @Administered ProjectView view,
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
      @Administered ProjectView view, PermissionTable.Form form, RedirectAttributes redirect) {
    table.revoke(new ProjectId(view.project().id()), form);
    redirect.addFlashAttribute("saved", "The permission is taken back.");
    return "redirect:" + view.link() + "/permissions";
  }

  @GetMapping({
    "/projects/{key}/repos/{slug}/permissions",
    "/users/{user}/repos/{slug}/permissions"
  })
  String ofRepository(@Administered RepositoryView view, Model model) {
    model.addAttribute("tab", "settings");
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
      @Administered RepositoryView view,
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
      @Administered RepositoryView view, PermissionTable.Form form, RedirectAttributes redirect) {
    table.revoke(new RepositoryId(view.repository().id()), form);
    redirect.addFlashAttribute("saved", "The permission is taken back.");
    return "redirect:" + view.link() + "/permissions";
  }

  private String show(ResourceId resource, List<Permission> choices, Model model, String template) {
    if (!model.containsAttribute("tab")) {
      model.addAttribute("tab", "permissions");
    }
    model.addAttribute("rows", table.rows(resource));
    model.addAttribute(
        "choices", choices.stream().map(it -> new Choice(it, PermissionTable.word(it))).toList());
    return template;
  }
}
