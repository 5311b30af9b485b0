package org.packhouse.app.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.hosting.recent.RecentRepositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.setup.SetupState;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The start page, and the list of all repositories. */
@Controller
@Open("lists what the caller may see")
record HomePages(
    RepositorySearch repositories,
    ProjectSearch projects,
    RecentRepositories recent,
    SetupState setup,
    List<HomePart> parts) {

  private static final PageRequest SOME = new PageRequest(0, 15);
  private static final int PAGE = 50;

  @GetMapping({"/", "/dashboard"})
  String home(Caller caller, Model model) {
    if (!setup.isComplete()) {
      return "redirect:/setup";
    }
    Page<Repository> found = repositories.find(caller, RepositoryFilter.READABLE, SOME);
    model.addAttribute(
        "recent",
        caller.user() == null
            ? List.of()
            : recent.find(caller, caller.user().id(), Permission.REPO_READ, SOME).values());
    Page<Project> among = projects.find(caller, Permission.PROJECT_VIEW, null, SOME);
    User user = caller.user();
    if (user != null) {
      parts.forEach(part -> part.show(user, caller, model));
    }
    model.addAttribute("section", "home");
    model.addAttribute("repositories", found);
    model.addAttribute("projects", among);
    return "home";
  }

  @GetMapping(path = "/repos", params = "!create")
  String repositories(
      Caller caller,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    String wanted = Forms.text(name);
    RepositoryFilter filter =
        new RepositoryFilter(wanted, null, null, Permission.REPO_READ, null, null, null);
    Page<Repository> page =
        repositories.find(caller, filter, new PageRequest(Math.max(0, start), PAGE));
    model.addAttribute("section", "repositories");
    model.addAttribute("search", wanted);
    model.addAttribute("page", page);
    String query =
        wanted == null ? "/repos?start=" : "/repos?name=" + Links.encode(wanted) + "&start=";
    PageLinks.add(model, query, page);
    return "repositories";
  }
}
