package org.packhouse.app.identity.permission;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells permissions what they must know of repositories; the repository feature implements it. */
public interface ResourceHierarchy {

  /**
   * A repository's place and openness.
   *
   * @param publiclyReadable whether the repository or its project is public
   * @param personalOwnerId the owner, if the project is a personal one: its administrator by nature
   */
  record Place(long projectId, boolean publiclyReadable, @Nullable Long personalOwnerId) {}

  /**
   * The place of a repository; null if there is none of that id.
   *
   * @param permissionStamp the response may come from memory if it was read under this stamp
   */
  @Nullable Place placeOfRepository(long repositoryId, long permissionStamp);

  /** The place of a project ({@code publiclyReadable}: the project is public); null if none. */
  @Nullable Place placeOfProject(long projectId, long permissionStamp);

  /**
   * The projects in which there is a public repository.
   *
   * @param permissionStamp the response may come from memory if it was read under this stamp
   */
  Set<Long> projectsWithPublicRepository(long permissionStamp);

  /** The projects of those repositories. */
  Set<Long> projectsOf(Collection<Long> repositoryIds);

  /** The personal project of a user. */
  Optional<Long> personalProjectOf(long userId);
}
