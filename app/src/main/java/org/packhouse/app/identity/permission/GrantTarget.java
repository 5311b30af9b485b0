package org.packhouse.app.identity.permission;

import java.util.Locale;
import org.packhouse.app.identity.permission.Permission.Scope;

/** The target of a grant: the server, a project, or a repository. */
record GrantTarget(Scope scope, long id) {

  static GrantTarget server() {
    return new GrantTarget(Scope.GLOBAL, 0);
  }

  static GrantTarget resource(ResourceId resource) {
    return new GrantTarget(
        switch (resource) {
          case ResourceId.ProjectId _ -> Scope.PROJECT;
          case ResourceId.RepositoryId _ -> Scope.REPOSITORY;
        },
        resource.id());
  }

  String describe() {
    return scope == Scope.GLOBAL ? "server" : scope.name().toLowerCase(Locale.ROOT) + " " + id;
  }
}
