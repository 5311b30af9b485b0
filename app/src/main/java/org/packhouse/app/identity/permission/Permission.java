package org.packhouse.app.identity.permission;

/**
 * A permission, as REST names it. The names are those of the REST dialect. Within a scope each
 * constant includes those before it; {@link #ADMIN} includes every project and repository
 * permission, and a project's permission includes the like one on its repositories.
 */
public enum Permission {
  /** May sign in and use what is open to all who can. */
  LICENSED_USER(Scope.GLOBAL),
  /** May create projects. */
  PROJECT_CREATE(Scope.GLOBAL),
  /** May administer people, projects and repositories, but not the system. */
  ADMIN(Scope.GLOBAL),
  /** May do everything. */
  SYS_ADMIN(Scope.GLOBAL),

  /** Sees that the project exists: granted by any permission on one of its repositories. */
  PROJECT_VIEW(Scope.PROJECT),
  /** May read every repository of the project. */
  PROJECT_READ(Scope.PROJECT),
  /** May push to every repository of the project. */
  PROJECT_WRITE(Scope.PROJECT),
  /** May create repositories in the project. */
  REPO_CREATE(Scope.PROJECT),
  /** May change the project and all in it. */
  PROJECT_ADMIN(Scope.PROJECT),

  /** May browse, clone and fork. */
  REPO_READ(Scope.REPOSITORY),
  /** May push. */
  REPO_WRITE(Scope.REPOSITORY),
  /** May change settings, permissions, and delete. */
  REPO_ADMIN(Scope.REPOSITORY);

  /** The kind of thing that a permission is held on. */
  public enum Scope {
    /** The whole server. */
    GLOBAL,
    /** One project. */
    PROJECT,
    /** One repository. */
    REPOSITORY
  }

  private final Scope scope;

  Permission(Scope scope) {
    this.scope = scope;
  }

  /** What this permission is held on. */
  public Scope scope() {
    return scope;
  }

  /** Whether this permission includes {@code other}, both being of the same scope. */
  public boolean includes(Permission other) {
    return scope == other.scope && compareTo(other) >= 0;
  }
}
