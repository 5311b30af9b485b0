package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.NewProject;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lists projects, creates them and shows one. */
@Controller
record ProjectPages(ProjectSearch projects, ProjectCreation creation, ProjectOverview overview) {

  record Form(
      @Nullable String name,
      @Nullable String key,
      @Nullable String description,
      @Nullable Boolean isPublic) {}

  @Open("lists what the caller may see")
  @GetMapping(path = "/projects", params = "!create")
  String list(
      Caller caller,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    PageRequest request = new PageRequest(Math.max(0, start), ProjectOverview.PAGE);
    Page<Project> page = projects.find(caller, Permission.PROJECT_VIEW, Forms.text(name), request);
    model.addAttribute("section", "projects");
    model.addAttribute("filter", name);
    model.addAttribute("page", page);
    String filter = Links.encode(name == null ? "" : name);
    PageLinks.add(model, "/projects?name=" + filter + "&start=", page);
    return "project/list";
  }

  @Requires(Permission.PROJECT_CREATE)
  @GetMapping(path = "/projects", params = "create")
  String create(Model model) {
    model.addAttribute("section", "projects");
    model.addAttribute("form", new Form(null, null, null, null));
    return "project/create";
  }

  @PostMapping("/projects")
  String create(
      @Requires(Permission.PROJECT_CREATE) Caller caller,
      Form form,
      Model model,
      FormSubmission submission) {
    model.addAttribute("section", "projects");
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          NewProject wanted =
              new NewProject(
                  Forms.text(form.key()),
                  Forms.text(form.name()),
                  Forms.text(form.description()),
                  Boolean.TRUE.equals(form.isPublic()));
          return "redirect:" + Links.to(creation.create(wanted, caller.user()));
        },
        () -> "project/create");
  }

  @GetMapping({"/projects/{key}", "/projects/{key}/repos"})
  String project(
      @Requires(Permission.PROJECT_VIEW) ProjectView view,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    return overview.show(view, name, start, model);
  }
}
