package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/**
 * A project or a repository, for handlers that serve the paths of both.
 *
 * @param project it, or the repository's
 * @param repository null: it is the project
 */
public record Resource(Project project, @Nullable Repository repository) {

  /** What people call it: the key of a project, key and slug of a repository. */
  public String path() {
    return repository == null ? project.key() : repository.path();
  }

  /** What permissions, keys and tokens go by. */
  public ResourceId id() {
    return repository == null ? new ProjectId(project.id()) : new RepositoryId(repository.id());
  }
}
