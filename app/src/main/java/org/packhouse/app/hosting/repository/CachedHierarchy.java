package org.packhouse.app.hosting.repository;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Remembers places of resources under the permission stamp, which moving a resource raises. */
@Component
class CachedHierarchy implements ResourceHierarchy {

  private static final int REMEMBERED = 100_000;

  private final Repositories repositories;
  private final RepositoryStore store;
  private final Projects projects;
  private final StampedCache<Long, Optional<Place>> ofRepositories;
  private final StampedCache<Long, Optional<Place>> ofProjects;
  private final StampedCache<String, Set<Long>> opened;

  CachedHierarchy(
      Repositories repositories, @Lazy RepositoryStore store, Projects projects, Caches caches) {
    this.repositories = repositories;
    this.store = store;
    this.projects = projects;
    ofRepositories =
        caches.buildStamped("repository-places", "Projects of repositories", REMEMBERED);
    ofProjects =
        caches.buildStamped("project-places", "Owners and publicity of projects", REMEMBERED);
    opened = caches.buildStamped("public-projects", "The projects with a public repository", 1);
  }

  @Override
  public @Nullable Place placeOfRepository(long repositoryId, long permissionStamp) {
    return ofRepositories
        .get(
            repositoryId,
            permissionStamp,
            () -> repositories.findById(repositoryId).map(it -> place(it.project(), it.isPublic())))
        .orElse(null);
  }

  @Override
  public @Nullable Place placeOfProject(long projectId, long permissionStamp) {
    return ofProjects
        .get(
            projectId,
            permissionStamp,
            () -> projects.findById(projectId).map(it -> place(it, false)))
        .orElse(null);
  }

  @Override
  public Set<Long> projectsWithPublicRepository(long permissionStamp) {
    return opened.get("all", permissionStamp, store::findProjectsWithPublicRepository);
  }

  @Override
  public Set<Long> projectsOf(Collection<Long> repositoryIds) {
    return repositoryIds.isEmpty() ? Set.of() : store.findProjects(repositoryIds);
  }

  @Override
  public Optional<Long> personalProjectOf(long userId) {
    return projects.findByOwner(userId).map(Project::id);
  }

  private static Place place(Project project, boolean isPublic) {
    return new Place(project.id(), isPublic || project.isPublic(), project.ownerId());
  }
}
