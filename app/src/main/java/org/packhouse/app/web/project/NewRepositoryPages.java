package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Creates a repository in a project that the caller chooses. */
@Controller
record NewRepositoryPages(
    ResourceAccess access, RepositoryCreation repositories, Permissions permissions) {

  record Form(
      @Nullable String project,
      @Nullable String name,
      @Nullable String description,
      @Nullable String defaultBranch,
      @Nullable Boolean isPublic) {}

  @GetMapping(path = "/repos", params = "create")
  String create(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String project,
      Model model) {
    User user = caller.user();
    String chosen = project == null && user != null ? "~" + user.slug() : project;
    return show(new Form(chosen, null, null, null, null), model);
  }

  @PostMapping("/repos")
  String create(
      @Requires(Permission.LICENSED_USER) Caller caller,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> "redirect:" + Links.to(make(caller, form)), () -> show(form, model));
  }

  private Repository make(Caller caller, Form form) {
    String key = Forms.text(form.project());
    if (key == null) {
      throw new InvalidFieldException("project", "The repository needs a project.");
    }
    Project project =
        Forms.lookUp("project", () -> access.project(caller, key, Permission.REPO_CREATE));
    boolean administers =
        permissions.test(caller, new ProjectId(project.id()), Permission.PROJECT_ADMIN);
    NewRepository wanted =
        new NewRepository(
            Forms.text(form.name()),
            Forms.text(form.description()),
            Forms.text(form.defaultBranch()),
            Boolean.TRUE.equals(form.isPublic()),
            true);
    return repositories.create(project, wanted, administers ? null : caller.user());
  }

  private static String show(Form form, Model model) {
    model.addAttribute("section", "repositories");
    model.addAttribute("form", form);
    return "project/create-repository";
  }
}
