package org.packhouse.app.web.project;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.upkeep.imports.Imports;
import org.packhouse.app.upkeep.imports.NewCredentials;
import org.packhouse.app.upkeep.imports.NewImport;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.Unfinished;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;

/** Imports a repository into a project, and shows the progress. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record ImportPages(Imports imports, Permissions permissions) {

  /** The form, whose password is never shown again. */
  record Form(
      @Nullable String url,
      @Nullable String name,
      @Nullable String username,
      @Nullable String password,
      @Nullable Boolean isPublic) {

    @Override
    public String toString() {
      return "Form[" + name + "]";
    }
  }

  @GetMapping("/import")
  String form(@Requires(Permission.REPO_CREATE) ProjectView view, Model model) {
    return show(new Form(null, null, null, null, null), model);
  }

  @PostMapping("/import")
  String start(
      @Requires(Permission.REPO_CREATE) ProjectView view,
      Form form,
      Model model,
      FormSubmission submission) {
    Caller caller = view.caller();
    ProjectId project = new ProjectId(view.project().id());
    boolean administers = permissions.test(caller, project, Permission.PROJECT_ADMIN);
    return submission.handle(
        () -> {
          NewImport wanted =
              new NewImport(
                  view.project(),
                  new NewRepository(
                      Forms.text(form.name()),
                      null,
                      null,
                      Boolean.TRUE.equals(form.isPublic()),
                      true),
                  administers ? null : caller.user(),
                  new NewImport.OfUrl(
                      Forms.text(form.url()),
                      new NewCredentials(Forms.text(form.username()), form.password())));
          return "redirect:" + Links.to(imports.start(wanted, caller)) + "/import";
        },
        () -> show(form, model));
  }

  private static String show(Form form, Model model) {
    model.addAttribute("tab", "import");
    model.addAttribute("form", form);
    return "project/import";
  }

  @GetMapping("/repos/{slug}/import")
  String progress(
      @Requires(Permission.REPO_READ) @Unfinished RepositoryView view,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String part,
      HttpServletResponse response,
      Model model) {
    if (part == null) {
      return page(view, model, "project/import-progress");
    }
    if (view.repository().state() == RepositoryState.AVAILABLE) {
      // The finished import has another page, to which the refresh leads.
      response.setHeader("HX-Refresh", "true");
    }
    return page(view, model, "project/import-parts :: progress");
  }

  private String page(RepositoryView view, Model model, String template) {
    model.addAttribute("tab", "import");
    model.addAttribute("import", imports.find(view.repository().id()).orElse(null));
    return template;
  }

  @PostMapping("/repos/{slug}/import/cancel")
  String cancel(@Requires(Permission.REPO_ADMIN) RepositoryView view) {
    imports.cancel(view.repository());
    return "redirect:" + view.link() + "/import";
  }

  @PostMapping("/repos/{slug}/import/retry")
  String retry(
      @Requires(Permission.REPO_ADMIN) RepositoryView view,
      Form form,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          imports.retry(
              view.repository(), new NewCredentials(Forms.text(form.username()), form.password()));
          return "redirect:" + view.link() + "/import";
        },
        () -> page(view, model, "project/import-progress"));
  }
}
