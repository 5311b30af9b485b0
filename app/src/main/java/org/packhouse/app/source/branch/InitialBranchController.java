package org.packhouse.app.source.branch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.hosting.repository.InitialBranches;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the default branch of repositories that are yet to be made. */
@RestController
@RequestMapping(RestPaths.API)
class InitialBranchController {

  private final InitialBranches branches;
  private final ProjectAccess access;
  private final Permissions permissions;
  private final CurrentCaller caller;

  InitialBranchController(
      InitialBranches branches,
      ProjectAccess access,
      Permissions permissions,
      CurrentCaller caller) {
    this.branches = branches;
    this.access = access;
    this.permissions = permissions;
    this.caller = caller;
  }

  record DefaultBranch(@Nullable String id) {

    String required() {
      if (id == null || id.isEmpty()) {
        throw new InvalidFieldException("id", "The name of the default branch is required.");
      }
      return id;
    }
  }

  @GetMapping("/admin/default-branch")
  DefaultBranch ofServer() {
    permissions.check(caller.get(), Permission.ADMIN);
    return shown(branches.ofServer(), "No default branch is chosen for the server.");
  }

  @PutMapping("/admin/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setOfServer(@RequestBody DefaultBranch body) {
    permissions.check(caller.get(), Permission.ADMIN);
    branches.setOfServer(body.required());
  }

  @DeleteMapping("/admin/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unsetOfServer() {
    permissions.check(caller.get(), Permission.ADMIN);
    branches.setOfServer(null);
  }

  @GetMapping("/projects/{projectKey}/default-branch")
  DefaultBranch ofProject(@PathVariable String projectKey) {
    return shown(
        branches.ofProject(access.require(caller.get(), projectKey, Permission.PROJECT_READ)),
        "No default branch is chosen for the project.");
  }

  @PutMapping("/projects/{projectKey}/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setOfProject(@PathVariable String projectKey, @RequestBody DefaultBranch body) {
    branches.setOfProject(
        access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN), body.required());
  }

  @DeleteMapping("/projects/{projectKey}/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unsetOfProject(@PathVariable String projectKey) {
    branches.setOfProject(access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN), null);
  }

  private static DefaultBranch shown(Optional<String> name, String absent) {
    return new DefaultBranch(
        name.map(RefKind.BRANCH::fullName)
            .orElseThrow(() -> new RestException(404, ExceptionName.NO_SUCH_ENTITY, absent)));
  }
}
