package org.packhouse.app.identity.permission;

/**
 * A permission, by the names of the REST dialect. Within a scope each includes those before it;
 * {@link #ADMIN} includes all of projects and repositories, a project's the same on its
 * repositories.
 */
public enum Permission {
  /** Sign in, and use what is open to all users. */
  LICENSED_USER(Scope.GLOBAL),
  PROJECT_CREATE(Scope.GLOBAL),
  /** Administer people, projects and repositories, but not the system. */
  ADMIN(Scope.GLOBAL),
  SYS_ADMIN(Scope.GLOBAL),

  /** See that the project exists; implied by any permission on one of its repositories. */
  PROJECT_VIEW(Scope.PROJECT),
  PROJECT_READ(Scope.PROJECT),
  PROJECT_WRITE(Scope.PROJECT),
  REPO_CREATE(Scope.PROJECT),
  PROJECT_ADMIN(Scope.PROJECT),

  /** Browse, clone and fork. */
  REPO_READ(Scope.REPOSITORY),
  REPO_WRITE(Scope.REPOSITORY),
  REPO_ADMIN(Scope.REPOSITORY);

  public enum Scope {
    GLOBAL,
    PROJECT,
    REPOSITORY
  }

  private final Scope scope;

  Permission(Scope scope) {
    this.scope = scope;
  }

  public Scope scope() {
    return scope;
  }

  /** Returns whether this permission includes another one of the same scope. */
  public boolean includes(Permission other) {
    return scope == other.scope && compareTo(other) >= 0;
  }
}
