package org.packhouse.app.web.project;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.UnknownUserException;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.web.PersonPart;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RedirectException;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * A user's page: that of the personal project, if the caller may see one. Viewing it creates no
 * project; anonymous callers learn of no user, as by REST.
 */
@Controller
record PersonPages(
    Projects projects,
    Users users,
    Permissions permissions,
    ProjectOverview overview,
    List<PersonPart> parts) {

  @Open("looks itself what the caller may see")
  @GetMapping({"/users/{user}", "/users/{user}/repos"})
  String show(
      Caller caller,
      @PathVariable String user,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(defaultValue = "0") int start,
      Model model) {
    Project project = visible(caller, projects.findByKey(key(user))).orElse(null);
    if (project == null) {
      return person(caller, user, model);
    }
    ProjectView view = ProjectView.of(project, caller, permissions);
    model.addAttribute("project", view);
    model.addAttribute("section", "projects");
    Long owner = project.ownerId();
    if (owner != null && !(caller instanceof Caller.Anonymous)) {
      // Each letter typed into the filter sends a request, which changes only the repositories.
      boolean whole = name == null && start <= 0;
      users.findById(owner).ifPresent(it -> describe(it, whole ? parts : List.of(), caller, model));
    }
    return overview.show(view, name, start, model);
  }

  private String person(Caller caller, String asked, Model model) {
    Project moved = visible(caller, projects.findByFormerKey(key(asked))).orElse(null);
    if (caller instanceof Caller.Anonymous && moved == null) {
      PrivilegeGuard.requireSomebody(caller);
    }
    User person = caller instanceof Caller.Anonymous ? null : find(asked);
    if (person == null) {
      if (moved != null) {
        throw new RedirectException(Links.to(moved), true);
      }
      throw new UnknownUserException(asked);
    }
    describe(person, parts, caller, model);
    model.addAttribute("section", "people");
    return "project/person";
  }

  /** Finds a user by slug, ignoring case; a name that is no slug redirects to the slug. */
  private @Nullable User find(String asked) {
    String storable = Principals.storable(asked);
    User bySlug = users.findBySlug(storable.toLowerCase(Locale.ROOT)).orElse(null);
    if (bySlug == null) {
      users
          .findByName(storable)
          .ifPresent(named -> {
            throw new RedirectException("/users/" + Links.encode(named.slug()), false);
          });
    }
    return bySlug;
  }

  private static void describe(User person, List<PersonPart> shown, Caller caller, Model model) {
    model.addAttribute("person", person);
    shown.forEach(part -> part.show(person, caller, model));
  }

  private Optional<Project> visible(Caller caller, Optional<Project> project) {
    return project.filter(
        it -> permissions.test(caller, new ProjectId(it.id()), Permission.PROJECT_VIEW));
  }

  private static String key(String user) {
    return "~" + Principals.storable(user);
  }
}
