package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.AccessTokens;
import org.packhouse.app.identity.auth.TokenOwner;
import org.packhouse.app.identity.auth.TokenOwner.OfProject;
import org.packhouse.app.identity.auth.TokenOwner.OfRepository;
import org.packhouse.app.identity.auth.TokenPermissions;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PermissionTable;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.TokenLife;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** HTTP access tokens that belong to a project or repository and to nobody in person. */
@Controller
class ResourceTokenPages {

  private static final int MAX_COUNT = 500;
  private static final List<Permission> ON_PROJECTS =
      List.of(Permission.PROJECT_READ, Permission.PROJECT_WRITE, Permission.PROJECT_ADMIN);
  private static final List<Permission> ON_REPOSITORIES =
      List.of(Permission.REPO_READ, Permission.REPO_WRITE, Permission.REPO_ADMIN);

  private final AccessTokens tokens;

  ResourceTokenPages(AccessTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * The fields of the form.
   *
   * @param days after which the token expires; 0: never
   */
  record Form(@Nullable String name, @Nullable Permission permission, @Nullable Integer days) {

    static final Form FRESH = new Form(null, null, 90);
  }

  @GetMapping({"/projects/{key}/access-tokens", "/users/{user}/access-tokens"})
  String ofProject(@Requires(Permission.PROJECT_ADMIN) ProjectView view, Model model) {
    return showProject(view, Form.FRESH, model);
  }

  @PostMapping({"/projects/{key}/access-tokens", "/users/{user}/access-tokens"})
  String createForProject(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      Form form,
      Model model,
      HttpServletResponse response) {
    return Forms.submit(
        () -> {
          make(new OfProject(view.project().id()), ON_PROJECTS, form, model, response);
          return showProject(view, Form.FRESH, model);
        },
        () -> showProject(view, form, model),
        model,
        response);
  }

  @PostMapping({
    "/projects/{key}/access-tokens/{id}/revoke",
    "/users/{user}/access-tokens/{id}/revoke"
  })
  String revokeOfProject(
      @Requires(Permission.PROJECT_ADMIN) ProjectView view,
      @PathVariable String id,
      RedirectAttributes redirect) {
    return revoke(new OfProject(view.project().id()), id, view.link(), redirect);
  }

  @GetMapping({
    "/projects/{key}/repos/{slug}/access-tokens",
    "/users/{user}/repos/{slug}/access-tokens"
  })
  String ofRepository(@Requires(Permission.REPO_ADMIN) RepositoryView view, Model model) {
    return showRepository(view, Form.FRESH, model);
  }

  @PostMapping({
    "/projects/{key}/repos/{slug}/access-tokens",
    "/users/{user}/repos/{slug}/access-tokens"
  })
  String createForRepository(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      Form form,
      Model model,
      HttpServletResponse response) {
    return Forms.submit(
        () -> {
          make(new OfRepository(view.repository().id()), ON_REPOSITORIES, form, model, response);
          return showRepository(view, Form.FRESH, model);
        },
        () -> showRepository(view, form, model),
        model,
        response);
  }

  @PostMapping({
    "/projects/{key}/repos/{slug}/access-tokens/{id}/revoke",
    "/users/{user}/repos/{slug}/access-tokens/{id}/revoke"
  })
  String revokeOfRepository(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      @PathVariable String id,
      RedirectAttributes redirect) {
    return revoke(new OfRepository(view.repository().id()), id, view.link(), redirect);
  }

  private void make(
      TokenOwner owner,
      List<Permission> choices,
      Form form,
      Model model,
      HttpServletResponse response) {
    Permission permission = form.permission();
    if (permission == null || !choices.contains(permission)) {
      throw new InvalidFieldException("permission", "Choose what the token may do.");
    }
    String name = form.name() == null ? "" : form.name().strip();
    TokenPermissions permissions = TokenPermissions.of(List.of(permission));
    // Not by redirect: the secret must not lie in a session.
    model.addAttribute("made", tokens.create(owner, name, permissions, TokenLife.of(form.days())));
    response.setHeader("Cache-Control", "no-store");
  }

  private String revoke(TokenOwner owner, String id, String link, RedirectAttributes redirect) {
    tokens.revoke(owner, id);
    redirect.addFlashAttribute("saved", "The token is revoked and opens nothing any more.");
    return "redirect:" + link + "/access-tokens";
  }

  private String showProject(ProjectView view, Form form, Model model) {
    model.addAttribute("tab", "access-tokens");
    TokenOwner owner = new OfProject(view.project().id());
    return show(owner, ON_PROJECTS, form, model, "project/access-tokens");
  }

  private String showRepository(RepositoryView view, Form form, Model model) {
    model.addAttribute("tab", "settings");
    TokenOwner owner = new OfRepository(view.repository().id());
    return show(owner, ON_REPOSITORIES, form, model, "project/repository-access-tokens");
  }

  private String show(
      TokenOwner owner, List<Permission> choices, Form form, Model model, String template) {
    model.addAttribute("tokens", tokens.list(owner, 0, MAX_COUNT));
    model.addAttribute("choices", PermissionTable.choices(choices));
    model.addAttribute("form", form);
    return template;
  }
}
