package org.packhouse.app.repository;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.packhouse.app.node.ServerAddress;
import org.packhouse.app.project.ProjectView;
import org.packhouse.app.project.ProjectViews;
import org.springframework.stereotype.Component;

/** Turns repositories into what REST shows, with one statement for all owners of projects. */
@Component
public class RepositoryViews {

  private final ServerAddress address;
  private final ProjectViews projects;

  RepositoryViews(ServerAddress address, ProjectViews projects) {
    this.address = address;
    this.projects = projects;
  }

  /** The view of a repository. */
  public RepositoryView of(Repository repository) {
    return of(List.of(repository)).getFirst();
  }

  /** The views of repositories, in their order. */
  public List<RepositoryView> of(List<Repository> repositories) {
    List<ProjectView> shown = projects.of(repositories.stream().map(Repository::project).toList());
    List<RepositoryView> views = new ArrayList<>();
    for (int i = 0; i < repositories.size(); i++) {
      views.add(view(repositories.get(i), shown.get(i)));
    }
    return views;
  }

  private RepositoryView view(Repository repository, ProjectView project) {
    return new RepositoryView(
        repository.slug(),
        repository.id(),
        repository.name(),
        repository.description(),
        repository.hierarchyId(),
        "git",
        repository.state(),
        message(repository.state()),
        repository.forkable(),
        project,
        repository.isPublic(),
        repository.archived(),
        repository.defaultBranch(),
        links(repository));
  }

  private static String message(RepositoryState state) {
    return switch (state) {
      case AVAILABLE -> "Available";
      case INITIALISING -> "Initialising";
      case INITIALISATION_FAILED -> "Initialisation failed";
    };
  }

  private Map<String, List<Map<String, String>>> links(Repository repository) {
    String key = repository.project().key();
    String slug = repository.slug();
    return Map.of(
        "clone",
        List.of(
            Map.of("href", address.httpCloneUrl(key, slug), "name", "http"),
            Map.of("href", address.sshCloneUrl(key, slug), "name", "ssh")),
        "self",
        List.of(Map.of("href", projects.url(repository.project()) + "/repos/" + slug + "/browse")));
  }
}
