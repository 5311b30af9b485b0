package org.packhouse.app.identity.administration.rest;

import org.packhouse.app.identity.maintenance.NodeRemoval;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: removes a lost node from the expected ones. */
@ByToken
@RestController
@Requires(Permission.SYS_ADMIN)
class ExpectedNodeController {

  private final NodeRemoval nodes;

  ExpectedNodeController(NodeRemoval nodes) {
    this.nodes = nodes;
  }

  @DeleteMapping(RestPaths.OWN + "/admin/cluster/nodes/{nodeName}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable String nodeName) {
    nodes.remove(nodeName);
  }
}
