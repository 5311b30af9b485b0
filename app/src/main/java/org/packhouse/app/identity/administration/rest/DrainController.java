package org.packhouse.app.identity.administration.rest;

import org.packhouse.app.identity.maintenance.NodeDrain;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: drains any node and activates it again, and removes a lost one from those expected. */
@ByToken
@RestController
@Requires(Permission.SYS_ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/cluster/nodes/{nodeName}")
class DrainController {

  private final NodeDrain nodes;

  DrainController(NodeDrain nodes) {
    this.nodes = nodes;
  }

  @PostMapping("/drain")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void drain(@PathVariable String nodeName) {
    ask(nodeName, true);
  }

  @DeleteMapping("/drain")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void activate(@PathVariable String nodeName) {
    ask(nodeName, false);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable String nodeName) {
    nodes.remove(nodeName);
  }

  private void ask(String nodeName, boolean draining) {
    if (!nodes.ask(nodeName, draining)) {
      throw new NoSuchException(
          Thing.ENTITY,
          "No node that was heard of lately is called %s."
              .formatted(InvalidFieldException.quote(nodeName)));
    }
  }
}
