package org.packhouse.app.identity.permission;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells permissions about projects and repositories: a port, implemented in hosting. */
public interface ResourceHierarchy {

  /**
   * The place of a project or repository.
   *
   * @param publiclyReadable whether the repository or its project is public
   */
  record Place(long projectId, boolean publiclyReadable, @Nullable Long personalOwnerId) {}

  /** Returns the place of a repository, remembered under the stamp; null if there is none. */
  @Nullable Place placeOfRepository(long repositoryId, long permissionStamp);

  /** Returns the place of a project; null if there is none of that id. */
  @Nullable Place placeOfProject(long projectId, long permissionStamp);

  /** Returns the projects with a public repository. */
  Set<Long> projectsWithPublicRepository(long permissionStamp);

  Set<Long> projectsOf(Collection<Long> repositoryIds);

  Optional<Long> personalProjectOf(long userId);
}
