package org.packhouse.app.hosting.dialect.rest;

import java.util.List;
import java.util.Map;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: plugins, of which there are none. */
@RestController
class PluginController {

  private final ServerAddress address;

  PluginController(ServerAddress address) {
    this.address = address;
  }

  record Plugins(Map<String, String> links, List<Object> plugins) {}

  @Requires(Permission.ADMIN)
  @GetMapping("/rest/plugins/{version:1\\.0|latest}")
  Plugins list() {
    return new Plugins(Map.of("self", address.baseUrl() + "/rest/plugins/1.0/"), List.of());
  }
}
