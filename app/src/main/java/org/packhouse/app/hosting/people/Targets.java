package org.packhouse.app.hosting.people;

import org.packhouse.app.hosting.project.NoSuchProjectException;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.stereotype.Component;

/** The projects and repositories that requests name, for callers who hold a permission on them. */
@Component
class Targets {

  private final ResourceAccess access;
  private final Permissions permissions;

  Targets(ResourceAccess access, Permissions permissions) {
    this.access = access;
    this.permissions = permissions;
  }

  void requireKnown(Caller caller) {
    permissions.check(caller, Permission.LICENSED_USER);
  }

  Project projectOf(Caller caller, String key, Permission permission) {
    return access.project(caller, key, permission);
  }

  ProjectId project(Caller caller, String key, Permission permission) {
    return new ProjectId(access.project(caller, key, permission).id());
  }

  Repository repositoryOf(Caller caller, String key, String slug, Permission permission) {
    return access.repository(caller, key, slug, permission);
  }

  RepositoryId repositoryId(Caller caller, String key, String slug, Permission permission) {
    return new RepositoryId(access.repository(caller, key, slug, permission).id());
  }

  ProjectId projectById(Caller caller, long id, Permission permission) {
    ProjectId project = new ProjectId(id);
    try {
      permissions.check(caller, project, permission);
    } catch (NotPermittedException e) {
      if (e.visible() || e.anonymous()) {
        throw e;
      }
      throw (NoSuchProjectException) new NoSuchProjectException(Long.toString(id)).initCause(e);
    }
    return project;
  }

  RepositoryId repositoryById(Caller caller, long id, Permission permission) {
    RepositoryId repository = new RepositoryId(id);
    permissions.check(caller, repository, permission);
    return repository;
  }
}
