package org.packhouse.app.hosting.repository;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Remembers places of resources under the permission stamp, which moving a resource raises. */
@Component
class CachedHierarchy implements ResourceHierarchy {

  private static final int REMEMBERED = 100_000;

  private final Repositories repositories;
  private final RepositoryStore store;
  private final Projects projects;
  private final Cache<Long, Remembered<Optional<Place>>> ofRepositories =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();
  private final Cache<Long, Remembered<Optional<Place>>> ofProjects =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();
  private volatile Remembered<Set<Long>> opened = new Remembered<>(0, Set.of());

  CachedHierarchy(Repositories repositories, @Lazy RepositoryStore store, Projects projects) {
    this.repositories = repositories;
    this.store = store;
    this.projects = projects;
  }

  private record Remembered<T>(long stamp, T value) {}

  @Override
  public @Nullable Place placeOfRepository(long repositoryId, long permissionStamp) {
    return place(
        ofRepositories,
        repositoryId,
        permissionStamp,
        id -> repositories.findById(id).map(it -> place(it.project(), it.isPublic())));
  }

  @Override
  public @Nullable Place placeOfProject(long projectId, long permissionStamp) {
    return place(
        ofProjects,
        projectId,
        permissionStamp,
        id -> projects.findById(id).map(it -> place(it, false)));
  }

  @Override
  public Set<Long> projectsWithPublicRepository(long permissionStamp) {
    Remembered<Set<Long>> known = opened;
    if (known.stamp() != permissionStamp) {
      known = new Remembered<>(permissionStamp, store.findProjectsWithPublicRepository());
      opened = known;
    }
    return known.value();
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

  private static @Nullable Place place(
      Cache<Long, Remembered<Optional<Place>>> cache,
      long id,
      long stamp,
      LongFunction<Optional<Place>> read) {
    Remembered<Optional<Place>> known = cache.getIfPresent(id);
    if (known == null || known.stamp() != stamp) {
      known = new Remembered<>(stamp, read.apply(id));
      cache.put(id, known);
    }
    return known.value().orElse(null);
  }
}
