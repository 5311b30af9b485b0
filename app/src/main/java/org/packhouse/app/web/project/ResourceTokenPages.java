package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.token.TokenOwner.OfProject;
import org.packhouse.app.identity.token.TokenOwner.OfRepository;
import org.packhouse.app.identity.token.TokenPermissions;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.PermissionTable;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.ResourceView;
import org.packhouse.app.web.TokenLifetime;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** HTTP access tokens of a project or repository, which belong to no user. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record ResourceTokenPages(AccessTokens tokens) {

  private static final int MAX_COUNT = 500;
  private static final List<Permission> ON_PROJECTS =
      List.of(Permission.PROJECT_READ, Permission.PROJECT_WRITE, Permission.PROJECT_ADMIN);
  private static final List<Permission> ON_REPOSITORIES =
      List.of(Permission.REPO_READ, Permission.REPO_WRITE, Permission.REPO_ADMIN);

  /** The form; {@code days} is the token's lifetime, 0 for unlimited. */
  record Form(@Nullable String name, @Nullable Permission permission, @Nullable Integer days) {

    static final Form FRESH = new Form(null, null, 90);
  }

  @GetMapping({"/access-tokens", "/repos/{slug}/access-tokens"})
  String list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    return show(view, Form.FRESH, model);
  }

  @PostMapping({"/access-tokens", "/repos/{slug}/access-tokens"})
  String create(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      Form form,
      Model model,
      HttpServletResponse response,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          // Shown without a submission, which would store the secret in the session.
          model.addAttribute("made", make(view, form));
          response.setHeader("Cache-Control", "no-store");
          return show(view, Form.FRESH, model);
        },
        () -> show(view, form, model));
  }

  @PostMapping({"/access-tokens/{id}/revoke", "/repos/{slug}/access-tokens/{id}/revoke"})
  String revoke(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable String id,
      FormSubmission submission) {
    tokens.revoke(owner(view), id);
    return submission.saved(
        view.link() + "/access-tokens", "The token is revoked and opens nothing any more.");
  }

  private NewToken make(ResourceView view, Form form) {
    Permission permission = form.permission();
    if (permission == null || !choices(view).contains(permission)) {
      throw new InvalidFieldException("permission", "Choose what the token may do.");
    }
    String name = form.name() == null ? "" : form.name().strip();
    TokenPermissions permissions = TokenPermissions.of(List.of(permission));
    return tokens.create(owner(view), name, permissions, TokenLifetime.of(form.days()));
  }

  private static TokenOwner owner(ResourceView view) {
    return switch (view) {
      case ProjectView it -> new OfProject(it.project().id());
      case RepositoryView it -> new OfRepository(it.repository().id());
    };
  }

  private static List<Permission> choices(ResourceView view) {
    return view instanceof ProjectView ? ON_PROJECTS : ON_REPOSITORIES;
  }

  private String show(ResourceView view, Form form, Model model) {
    model.addAttribute("tokens", tokens.list(owner(view), 0, MAX_COUNT));
    model.addAttribute("choices", PermissionTable.choices(choices(view)));
    model.addAttribute("form", form);
    model.addAttribute("tab", view instanceof ProjectView ? "access-tokens" : "settings");
    return view instanceof ProjectView
        ? "project/access-tokens"
        : "project/repository-access-tokens";
  }
}
