package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectSearch;
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
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Makes a repository in a project that the caller chooses. */
@Controller
class NewRepositoryPages {

  private static final PageRequest MAX_COUNT = new PageRequest(0, 1000);

  private final ProjectSearch search;
  private final ResourceAccess access;
  private final RepositoryCreation repositories;
  private final Permissions permissions;

  NewRepositoryPages(
      ProjectSearch search,
      ResourceAccess access,
      RepositoryCreation repositories,
      Permissions permissions) {
    this.search = search;
    this.access = access;
    this.repositories = repositories;
    this.permissions = permissions;
  }

  /** The fields of the form; {@code project} is a key. */
  record Form(
      @Nullable String project,
      @Nullable String name,
      @Nullable String description,
      @Nullable String defaultBranch,
      @Nullable Boolean isPublic) {}

  /** A project that a repository can be made in; a personal one need not exist yet. */
  record Choice(String key, String label) {}

  @GetMapping(path = "/repos", params = "create")
  String create(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String project,
      Model model) {
    return show(caller, new Form(project, null, null, null, null), model);
  }

  @PostMapping("/repos")
  String create(
      @Requires(Permission.LICENSED_USER) Caller caller,
      Form form,
      Model model,
      HttpServletResponse response) {
    return Forms.submit(
        () -> "redirect:" + Links.to(make(caller, form)),
        () -> show(caller, form, model),
        model,
        response);
  }

  private Repository make(Caller caller, Form form) {
    String key = form.project() == null ? "" : form.project();
    Project project = access.project(caller, key, Permission.REPO_CREATE);
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

  private String show(Caller caller, Form form, Model model) {
    List<Choice> choices = new ArrayList<>();
    User user = caller.user();
    if (user != null) {
      choices.add(new Choice("~" + user.slug(), user.displayName() + " (your own)"));
    }
    for (Project project : search.find(caller, Permission.REPO_CREATE, null, MAX_COUNT).values()) {
      choices.add(new Choice(project.key(), project.name() + " (" + project.key() + ")"));
    }
    model.addAttribute("section", "repositories");
    model.addAttribute("choices", choices);
    model.addAttribute("form", form);
    return "project/create-repository";
  }
}
