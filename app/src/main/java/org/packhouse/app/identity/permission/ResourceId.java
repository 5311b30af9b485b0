package org.packhouse.app.identity.permission;

/** The resource of a permission: a project or a repository, by row id. */
public sealed interface ResourceId {

  long id();

  record ProjectId(long id) implements ResourceId {}

  record RepositoryId(long id) implements ResourceId {}
}
