package org.packhouse.app.identity.permission;

/** The resource that a permission is asked for: a project or a repository, by id. */
public sealed interface ResourceId {

  /** The row id. */
  long id();

  /** A project. */
  record ProjectId(long id) implements ResourceId {}

  /** A repository. */
  record RepositoryId(long id) implements ResourceId {}
}
