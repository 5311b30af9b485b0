package org.packhouse.app.web.search;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.source.commit.NamedCommits;
import org.packhouse.app.source.commit.NamedCommits.Kind;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.search.Choices.Choice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Suggests places while a user types into the top bar, a few of each kind. */
@Controller
@Open("finds what the caller may see")
record JumpPages(
    RepositorySearch repositories,
    Repositories places,
    ProjectSearch projects,
    UserLists people,
    Permissions permissions,
    OpenRepositories openings,
    NamedCommits refs) {

  private static final Logger LOG = LoggerFactory.getLogger(JumpPages.class);
  private static final PageRequest FEW = new PageRequest(0, 5);
  private static final int MAX_LENGTH = 128;

  /**
   * Finds places.
   *
   * @param q text; {@code project/repository} is understood too
   * @param in the open repository as {@code KEY/slug}, whose branches are searched
   */
  @GetMapping("/jump")
  ResponseEntity<Choices> jump(
      Caller caller,
      @RequestParam(defaultValue = "") String q,
      @RequestParam(required = false) @Nullable String in,
      HttpServletRequest request) {
    String wanted = q.strip();
    List<Choice> found = new ArrayList<>();
    if (!wanted.isEmpty() && wanted.length() <= MAX_LENGTH) {
      String base = request.getContextPath();
      addBranches(caller, in, wanted, base, found);
      addRepositories(caller, wanted, base, found);
      addProjects(caller, wanted, base, found);
      addPeople(caller, wanted, base, found);
    }
    return new Choices(List.copyOf(found), null).response();
  }

  private void addRepositories(Caller caller, String wanted, String base, List<Choice> found) {
    int slash = wanted.indexOf('/');
    RepositoryFilter filter =
        new RepositoryFilter(
            wanted.substring(slash + 1).strip(),
            slash > 0 ? wanted.substring(0, slash).strip() : null,
            null,
            Permission.REPO_READ,
            null,
            null,
            null);
    for (Repository repository : repositories.find(caller, filter, FEW).values()) {
      found.add(
          new Choice(
              "Repositories",
              repository.name(),
              repository.project().name() + (repository.archived() ? " · archived" : ""),
              "journal-code",
              null,
              base + Links.to(repository)));
    }
  }

  private void addProjects(Caller caller, String wanted, String base, List<Choice> found) {
    for (Project project : projects.find(caller, Permission.PROJECT_VIEW, wanted, FEW).values()) {
      found.add(
          new Choice(
              "Projects",
              project.name(),
              project.key(),
              "folder-fill",
              null,
              base + Links.to(project)));
    }
  }

  private void addPeople(Caller caller, String wanted, String base, List<Choice> found) {
    if (caller.user() == null) {
      return;
    }
    people
        .active(wanted, 0, FEW.limit())
        .forEach(user ->
            found.add(
                new Choice(
                    "People",
                    user.displayName(),
                    user.name(),
                    "person",
                    null,
                    base + "/users/" + Links.encode(user.slug()))));
  }

  private void addBranches(
      Caller caller, @Nullable String in, String wanted, String base, List<Choice> found) {
    int slash = in == null ? -1 : in.indexOf('/');
    if (in == null || slash <= 0) {
      return;
    }
    Repository repository =
        places.findByPath(in.substring(0, slash), in.substring(slash + 1)).orElse(null);
    if (repository == null
        || !permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_READ)) {
      return;
    }
    try (OpenRepository open = openings.open(repository.id())) {
      for (String name : refs.names(open, Kind.BRANCH, wanted, 0, FEW.limit())) {
        found.add(
            new Choice(
                "Branches of " + repository.name(),
                name,
                null,
                "branch",
                null,
                base + Links.to(repository) + "/browse?at=" + Links.encode("refs/heads/" + name)));
      }
    } catch (IOException e) {
      LOG.debug("Cannot open repository {}", repository.id(), e);
    }
  }
}
