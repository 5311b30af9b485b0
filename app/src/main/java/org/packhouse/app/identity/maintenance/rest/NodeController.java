package org.packhouse.app.identity.maintenance.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.maintenance.NodeDrain;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.cluster.NodeState;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the state of the answering node, for system administrators. */
@ByToken
@RestController
@RequestMapping(RestPaths.OWN + "/admin/node")
class NodeController {

  private final NodeStatus node;
  private final NodeDrain drain;

  NodeController(NodeStatus node, NodeDrain drain) {
    this.node = node;
    this.drain = drain;
  }

  record Body(@Nullable String state) {}

  /** The state of a node, with the reason for {@code ERROR}. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(NodeState state, @Nullable String problem) {}

  @Requires(Permission.SYS_ADMIN)
  @GetMapping
  View get() {
    return view();
  }

  private View view() {
    NodeState state = node.state();
    return new View(state, node.problem().orElse(null));
  }

  @Requires(Permission.SYS_ADMIN)
  @PutMapping
  View put(@RequestBody Body body) {
    switch (body.state()) {
      case "DRAINING" -> {
        drain.recordOwn(true);
        node.drain();
      }
      case "ACTIVE" -> {
        drain.recordOwn(false);
        node.activate();
      }
      case null -> throw new InvalidFieldException("state", "Say ACTIVE or DRAINING.");
      default ->
          throw new InvalidFieldException(
              "state",
              "A node can be told ACTIVE or DRAINING, not %s."
                  .formatted(InvalidFieldException.quote(body.state())));
    }
    return view();
  }
}
