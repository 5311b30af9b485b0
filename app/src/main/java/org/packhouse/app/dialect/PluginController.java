package org.packhouse.app.dialect;

import java.util.List;
import java.util.Map;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.node.ServerAddress;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.Permissions;
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
