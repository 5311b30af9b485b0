package org.packhouse.app.hosting.dialect.rest;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.packhouse.app.identity.setup.DialectSettings;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the capabilities by which clients recognise the server. Open to everybody. */
@RestController
@Open("tells everybody the same")
class CapabilitiesController {

  private final ServerAddress address;

  CapabilitiesController(ServerAddress address) {
    this.address = address;
  }

  /** The server's capabilities, with the URLs by which clients ask for those of each area. */
  record Capabilities(
      String application,
      String buildDate,
      Map<String, String> capabilities,
      Map<String, String> links) {}

  record BuildCapabilities(List<String> buildStatus) {}

  record DeploymentCapabilities(List<String> deployment) {}

  @GetMapping("/rest/capabilities")
  Capabilities get() {
    String base = address.baseUrl();
    return new Capabilities(
        "stash",
        Instant.ofEpochMilli(Long.parseLong(DialectSettings.BUILD_DATE)).toString(),
        Map.of(
            "build",
            base + "/rest/api/latest/build/capabilities",
            "deployment",
            base + "/rest/api/latest/deployment/capabilities",
            "webhooks",
            base + "/rest/webhooks/latest/capabilities"),
        Map.of("self", base + "/rest/capabilities"));
  }

  @GetMapping(RestPaths.API + "/build/capabilities")
  BuildCapabilities ofBuilds() {
    return new BuildCapabilities(List.of("richBuildStatus", "cancelledStatus"));
  }

  @GetMapping(RestPaths.API + "/deployment/capabilities")
  DeploymentCapabilities ofDeployments() {
    return new DeploymentCapabilities(List.of("deployments"));
  }
}
