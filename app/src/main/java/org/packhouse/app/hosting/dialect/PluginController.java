package org.packhouse.app.hosting.dialect;

import java.util.List;
import java.util.Map;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the server takes no plugins, which is what clients that list them are told. */
@RestController
class PluginController {

  private final ServerAddress address;
  private final Permissions permissions;
  private final CurrentCaller caller;

  PluginController(ServerAddress address, Permissions permissions, CurrentCaller caller) {
    this.address = address;
    this.permissions = permissions;
    this.caller = caller;
  }

  record Plugins(Map<String, String> links, List<Object> plugins) {}

  @GetMapping({"/rest/plugins/{version:1\\.0|latest}", "/rest/plugins/{version:1\\.0|latest}/"})
  Plugins list() {
    permissions.check(caller.get(), Permission.ADMIN);
    return new Plugins(Map.of("self", address.baseUrl() + "/rest/plugins/1.0/"), List.of());
  }
}
