package org.packhouse.app.web.search;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
    if (wanted.isEmpty() || wanted.length() > MAX_LENGTH) {
      return new Choices(List.of(), null).response();
    }
    String base = request.getContextPath();
    List<Choice> found =
        Stream.of(
                branches(caller, in, wanted, base),
                repositories(caller, wanted, base),
                projects(caller, wanted, base),
                people(caller, wanted, base))
            .flatMap(Function.identity())
            .toList();
    return new Choices(found, null).response();
  }

  private Stream<Choice> repositories(Caller caller, String wanted, String base) {
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
    return repositories.find(caller, filter, FEW).values().stream()
        .map(it -> {
          String detail = it.project().name() + (it.archived() ? " · archived" : "");
          String url = base + Links.to(it);
          return Choice.page("Repositories", it.name(), detail, "journal-code", url);
        });
  }

  private Stream<Choice> projects(Caller caller, String wanted, String base) {
    return projects.find(caller, Permission.PROJECT_VIEW, wanted, FEW).values().stream()
        .map(
            it -> Choice.page("Projects", it.name(), it.key(), "folder-fill", base + Links.to(it)));
  }

  private Stream<Choice> people(Caller caller, String wanted, String base) {
    return caller.user() == null
        ? Stream.empty()
        : people.active(wanted, 0, FEW.limit()).stream()
            .map(it ->
                Choice.page("People", it.displayName(), it.name(), "person", base + Links.to(it)));
  }

  private Stream<Choice> branches(Caller caller, @Nullable String in, String wanted, String base) {
    int slash = in == null ? -1 : in.indexOf('/');
    if (in == null || slash <= 0) {
      return Stream.empty();
    }
    Repository repository =
        places.findByPath(in.substring(0, slash), in.substring(slash + 1)).orElse(null);
    if (repository == null
        || !permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_READ)) {
      return Stream.empty();
    }
    String group = "Branches of " + repository.name();
    String url = base + Links.to(repository) + "/browse?at=";
    try (OpenRepository open = openings.open(repository.id())) {
      return refs.names(open, Kind.BRANCH, wanted, 0, FEW.limit()).stream()
          .map(
              it -> Choice.page(group, it, null, "branch", url + Links.encode("refs/heads/" + it)));
    } catch (IOException e) {
      LOG.debug("Cannot open repository {}", repository.id(), e);
      return Stream.empty();
    }
  }
}
