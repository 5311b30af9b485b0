package org.packhouse.app.engine.git.rest;

import org.packhouse.app.engine.git.RunningOperations;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: running clones, fetches and pushes of the answering node, and a way to end one. */
@ByToken
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/throttle/operations")
class OperationsController {

  private final RunningOperations operations;

  OperationsController(RunningOperations operations) {
    this.operations = operations;
  }

  @GetMapping
  Page<RunningOperations.Operation> list(PageRequest page) {
    return Page.ofAll(page, operations.list());
  }

  @DeleteMapping("/{operationId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void end(@PathVariable long operationId) {
    if (!operations.end(operationId)) {
      throw new NoSuchException(
          Thing.ENTITY, "No operation %d runs on this node.".formatted(operationId));
    }
  }
}
