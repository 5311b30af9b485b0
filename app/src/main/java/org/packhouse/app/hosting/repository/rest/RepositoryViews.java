package org.packhouse.app.hosting.repository.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.rest.ProjectView;
import org.packhouse.app.hosting.project.rest.ProjectViews;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Makes views of repositories, reading the owners of all projects in one statement. */
@Component
public class RepositoryViews {

  private final ServerAddress address;
  private final ProjectViews projects;
  private final Repositories all;
  private final Permissions permissions;
  private final CurrentCaller caller;

  RepositoryViews(
      ServerAddress address,
      ProjectViews projects,
      Repositories all,
      Permissions permissions,
      CurrentCaller caller) {
    this.address = address;
    this.projects = projects;
    this.all = all;
    this.permissions = permissions;
    this.caller = caller;
  }

  public RepositoryView of(Repository repository) {
    return of(List.of(repository)).getFirst();
  }

  /** Returns the views in their order, with the origins that the present caller may read. */
  public List<RepositoryView> of(List<Repository> repositories) {
    return of(repositories, caller.get());
  }

  /** Returns the view, with the origin if the reader may read it. */
  public RepositoryView of(Repository repository, Caller reader) {
    return of(List.of(repository), reader).getFirst();
  }

  /** Returns the views of the repositories that the reader may read, in their order. */
  public List<RepositoryView> ofReadable(List<Repository> repositories, Caller reader) {
    return of(repositories.stream().filter(it -> mayRead(reader, it)).toList(), reader);
  }

  private List<RepositoryView> of(List<Repository> repositories, Caller reader) {
    Map<Long, RepositoryView> origins = origins(repositories, reader);
    return views(
        repositories,
        repository -> repository.originId() == null ? null : origins.get(repository.originId()));
  }

  private Map<Long, RepositoryView> origins(List<Repository> forks, Caller reader) {
    Set<Long> ids =
        forks.stream()
            .map(Repository::originId)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    if (ids.isEmpty()) {
      return Map.of();
    }
    List<Repository> readable =
        all.findAllById(ids).stream().filter(origin -> mayRead(reader, origin)).toList();
    return views(readable, origin -> null).stream()
        .collect(Collectors.toMap(RepositoryView::id, view -> view));
  }

  private boolean mayRead(Caller reader, Repository repository) {
    return permissions.test(reader, new RepositoryId(repository.id()), Permission.REPO_READ);
  }

  private List<RepositoryView> views(
      List<Repository> repositories, Function<Repository, @Nullable RepositoryView> origin) {
    List<ProjectView> shown = projects.of(repositories.stream().map(Repository::project).toList());
    List<RepositoryView> views = new ArrayList<>();
    for (int i = 0; i < repositories.size(); i++) {
      Repository repository = repositories.get(i);
      views.add(view(repository, origin.apply(repository), shown.get(i)));
    }
    return views;
  }

  private RepositoryView view(
      Repository repository, @Nullable RepositoryView origin, ProjectView project) {
    return new RepositoryViewBuilder()
        .slug(repository.slug())
        .id(repository.id())
        .name(repository.name())
        .description(repository.description())
        .hierarchyId(repository.hierarchyId())
        .scmId("git")
        .state(repository.state())
        .statusMessage(message(repository.state()))
        .forkable(repository.forkable())
        .origin(origin)
        .project(project)
        .isPublic(repository.isPublic())
        .archived(repository.archived())
        .defaultBranch(repository.defaultBranch())
        .links(links(repository))
        .build();
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
