package org.packhouse.app.hosting.repository;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;

/**
 * A project or a repository, for handlers that serve both.
 *
 * @param repository null: the resource is the project
 */
public record Resource(Project project, @Nullable Repository repository) {

  /** Returns the key of a project, or key and slug of a repository. */
  public String path() {
    return repository == null ? project.key() : repository.path();
  }

  public ResourceId id() {
    return repository == null ? new ProjectId(project.id()) : new RepositoryId(repository.id());
  }
}
