package org.packhouse.app.identity.permission.rest;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the default permission of users in a project, for its administrators. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/permissions/{permission}/all")
class DefaultPermissionController {

  private final PermissionGrants defaults;

  DefaultPermissionController(PermissionGrants defaults) {
    this.defaults = defaults;
  }

  record Permitted(boolean permitted) {}

  @GetMapping
  Permitted isDefault(
      @Requires(Permission.PROJECT_ADMIN) ProjectId project, @PathVariable String permission) {
    Permission wanted = permission(permission);
    Permission present = defaults.defaultOf(project);
    return new Permitted(present != null && present.includes(wanted));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setDefault(
      @Requires(Permission.PROJECT_ADMIN) ProjectId project,
      @PathVariable String permission,
      @RequestParam(required = false) @Nullable Boolean allow) {
    Permission wanted = permission(permission);
    if (allow == null) {
      throw new InvalidFieldException("allow", "The parameter allow is required: true or false.");
    }
    Permission present = defaults.defaultOf(project);
    if (allow) {
      defaults.setDefault(project, wanted);
    } else if (present != null && present.includes(wanted)) {
      defaults.setDefault(project, null);
    }
  }

  private static Permission permission(String name) {
    Collection<Permission> grantable = RequestFields.grantable(Scope.PROJECT);
    return RequestFields.permission(name, grantable);
  }
}
