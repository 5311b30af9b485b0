package org.packhouse.app.web.account;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.token.TokenPermissions;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.TokenLifetime;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Pages of a user's HTTP access tokens. */
@Controller
record TokenPages(AccessTokens tokens) {

  private static final int MAX_COUNT = 500;

  /** The form; {@code days} is the token's lifetime, 0 for unlimited. */
  record Form(
      @Nullable String name,
      @Nullable Permission project,
      @Nullable Permission repository,
      @Nullable Integer days) {

    static final Form FRESH = new Form(null, Permission.PROJECT_READ, Permission.REPO_WRITE, 90);
  }

  @GetMapping("/account/tokens")
  String list(@Requires(Permission.LICENSED_USER) User user, Model model) {
    return show(user, Form.FRESH, model);
  }

  @PostMapping("/account/tokens")
  String create(
      @Requires(Permission.LICENSED_USER) User user,
      Form form,
      Model model,
      HttpServletResponse response,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          NewToken made = make(user, form);
          // Shown without a submission, which would store the secret in the session.
          response.setHeader("Cache-Control", "no-store");
          model.addAttribute("made", made);
          return show(user, Form.FRESH, model);
        },
        () -> show(user, form, model));
  }

  @PostMapping("/account/tokens/{id}/revoke")
  String revoke(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable String id,
      FormSubmission submission) {
    tokens.revoke(new TokenOwner.OfUser(user.id()), id);
    return submission.saved("/account/tokens", "The token is revoked and opens nothing any more.");
  }

  private NewToken make(User user, Form form) {
    Permission project = form.project();
    Permission repository = form.repository();
    if (project == null
        || repository == null
        || project.scope() != Permission.Scope.PROJECT
        || repository.scope() != Permission.Scope.REPOSITORY
        || project == Permission.PROJECT_VIEW
        || project == Permission.REPO_CREATE) {
      throw new InvalidFieldException("project", "Choose what the token may do.");
    }
    return tokens.create(
        new TokenOwner.OfUser(user.id()),
        form.name() == null ? "" : form.name().strip(),
        TokenPermissions.of(List.of(project, repository)),
        TokenLifetime.of(form.days()));
  }

  private String show(User user, Form form, Model model) {
    model.addAttribute("tab", "tokens");
    model.addAttribute("tokens", tokens.list(new TokenOwner.OfUser(user.id()), 0, MAX_COUNT));
    model.addAttribute("form", form);
    return "account/tokens";
  }
}
