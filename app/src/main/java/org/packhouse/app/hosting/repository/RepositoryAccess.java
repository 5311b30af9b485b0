package org.packhouse.app.hosting.repository;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.rest.MovedException;
import org.springframework.stereotype.Service;

/** Lets callers into repositories by place. */
@Service
public class RepositoryAccess {

  private final Repositories repositories;
  private final Permissions permissions;

  RepositoryAccess(Repositories repositories, Permissions permissions) {
    this.repositories = repositories;
    this.permissions = permissions;
  }

  /**
   * The repository at that place, if the caller holds the permission on it.
   *
   * @throws NoSuchRepositoryException if there is none or the caller may not know of it
   * @throws MovedException if it is at another place now
   * @throws NotPermittedException if the caller may see it and no more, or is anonymous
   */
  public Repository require(Caller caller, String projectKey, String slug, Permission permission) {
    Repository present = repositories.findByPath(projectKey, slug).orElse(null);
    Repository repository =
        present != null
            ? present
            : repositories
                .findByFormerPath(projectKey, slug)
                .orElseThrow(() -> absent(caller, projectKey, slug));
    try {
      permissions.check(caller, new RepositoryId(repository.id()), permission);
    } catch (NotPermittedException e) {
      if (e.visible() || e.anonymous()) {
        throw e;
      }
      throw new NoSuchRepositoryException(projectKey, slug);
    }
    if (present == null) {
      throw new MovedException(
          "/projects/" + repository.project().key() + "/repos/" + repository.slug());
    }
    return repository;
  }

  /** What an anonymous caller is told of the absent is what it is told of the private. */
  private static RuntimeException absent(Caller caller, String projectKey, String slug) {
    return caller instanceof Caller.Anonymous
        ? new NotPermittedException("You are not permitted to access this resource", false, true)
        : new NoSuchRepositoryException(projectKey, slug);
  }
}
