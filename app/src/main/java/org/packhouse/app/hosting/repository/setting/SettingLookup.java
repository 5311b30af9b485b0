package org.packhouse.app.hosting.repository.setting;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.platform.cache.StampedCache;

/**
 * Looks up the settings that hold for a project or repository, merged along the scopes: as stored
 * now, or as remembered under the permission stamp. The latter is right only if each change raises
 * the stamp; it then counts from the next request on, on every node, and a request that has read
 * the stamp needs no statement.
 */
public final class SettingLookup<T> {

  private final PermissionStamp stamp;
  private final ResourceHierarchy hierarchy;
  private final T none;
  private final Reading<T> reading;
  private final StampedCache<Long, T> known;

  SettingLookup(
      PermissionStamp stamp,
      ResourceHierarchy hierarchy,
      T none,
      Reading<T> reading,
      StampedCache<Long, T> known) {
    this.stamp = stamp;
    this.hierarchy = hierarchy;
    this.none = none;
    this.reading = reading;
    this.known = known;
  }

  /** Reads the settings of a repository and its project, or of a project alone. */
  @FunctionalInterface
  public interface Reading<T> {
    T read(@Nullable Long repositoryId, long projectId);
  }

  /** Returns what holds for a project or repository as stored now. */
  public T of(Resource resource) {
    return reading.read(SettingScope.of(resource).repositoryId(), resource.project().id());
  }

  /** Returns what holds for a repository as stored now. */
  public T of(long repositoryId) {
    return read(repositoryId, stamp.inUse());
  }

  /** Returns what holds for a repository under the stamp of the present request. */
  public T remembered(long repositoryId) {
    return remembered(repositoryId, stamp.inUse());
  }

  /** Returns what holds for a repository under the permission stamp {@code now}. */
  public T remembered(long repositoryId, long now) {
    return known.get(repositoryId, now, () -> read(repositoryId, now));
  }

  private T read(long repositoryId, long now) {
    ResourceHierarchy.Place place = hierarchy.placeOfRepository(repositoryId, now);
    return place == null ? none : reading.read(repositoryId, place.projectId());
  }
}
