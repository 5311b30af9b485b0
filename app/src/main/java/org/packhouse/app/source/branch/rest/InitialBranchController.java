package org.packhouse.app.source.branch.rest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.InitialBranches;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.RefKind;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the name of the default branch of new repositories. */
@ByToken
@RestController
@RequestMapping(RestPaths.API)
class InitialBranchController {

  private final InitialBranches branches;

  InitialBranchController(InitialBranches branches) {
    this.branches = branches;
  }

  record DefaultBranch(@Nullable String id) {

    String required() {
      if (id == null || id.isEmpty()) {
        throw new InvalidFieldException("id", "The name of the default branch is required.");
      }
      return id;
    }
  }

  @Requires(Permission.ADMIN)
  @GetMapping("/admin/default-branch")
  DefaultBranch ofServer() {
    return shown(branches.ofServer(), "No default branch is chosen for the server.");
  }

  @Requires(Permission.ADMIN)
  @PutMapping("/admin/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setOfServer(@RequestBody DefaultBranch body) {
    branches.setOfServer(body.required());
  }

  @Requires(Permission.ADMIN)
  @DeleteMapping("/admin/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unsetOfServer() {
    branches.setOfServer(null);
  }

  @GetMapping("/projects/{projectKey}/default-branch")
  DefaultBranch ofProject(@Requires(Permission.PROJECT_READ) Project project) {
    return shown(branches.ofProject(project), "No default branch is chosen for the project.");
  }

  @PutMapping("/projects/{projectKey}/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setOfProject(
      @Requires(Permission.PROJECT_ADMIN) Project project, @RequestBody DefaultBranch body) {
    branches.setOfProject(project, body.required());
  }

  @DeleteMapping("/projects/{projectKey}/default-branch")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unsetOfProject(@Requires(Permission.PROJECT_ADMIN) Project project) {
    branches.setOfProject(project, null);
  }

  private static DefaultBranch shown(Optional<String> name, String absent) {
    return new DefaultBranch(
        name.map(RefKind.BRANCH::fullName)
            .orElseThrow(() -> new NoSuchException(Thing.ENTITY, absent)));
  }
}
