package org.packhouse.app.platform.localcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.platform.database.DatabaseAddress;

/**
 * The settings that each node gets beside those that the person gave for all. All that tells the
 * nodes of a local cluster from servers of their own is here.
 */
final class NodeSettingsComposition {

  private final ClusterOptions options;
  private final Path sharedHome;

  NodeSettingsComposition(ClusterOptions options, Path sharedHome) {
    this.options = options;
    this.sharedHome = sharedHome;
  }

  /** Settings of a node, by key. */
  Map<String, String> of(NodePlace place) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("node.name", place.name());
    settings.put("packhouse.home", place.home().toString());
    settings.put("packhouse.shared-home", sharedHome.toString());
    settings.put("server.port", Integer.toString(place.httpPort()));
    settings.put("server.ssh.port", Integer.toString(place.sshPort()));
    behindTheBalancer(settings);
    return settings;
  }

  /** Whoever reaches a node directly is on this machine, and believed as the balancer is. */
  private void behindTheBalancer(Map<String, String> settings) {
    settings.put("server.address", NodePlace.ADDRESS);
    settings.put("server.trusted-proxies", NodePlace.ADDRESS);
    settings.put("server.ssh.address", NodePlace.ADDRESS);
    settings.put("server.ssh.proxy-protocol.enabled", "true");
    settings.put("server.ssh.proxy-port", Integer.toString(options.ports().ssh()));
    if (options.setting("setup.base-url").isEmpty() && options.setting("setup.baseUrl").isEmpty()) {
      settings.put("setup.base-url", balancerUrl());
    }
  }

  /** Where people find the cluster. */
  String balancerUrl() {
    return "http://localhost:" + options.ports().http();
  }

  /** What a node is told by its environment, where nobody else reads it. */
  static Map<String, String> environment(DatabaseAddress database) {
    return Map.of(
        "JDBC_URL", database.url(),
        "JDBC_USER", database.user(),
        "JDBC_PASSWORD", database.password());
  }

  /** The words for the launcher. */
  List<String> command(Path launcher, NodePlace place) {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "start"));
    of(place).forEach((key, value) -> command.add("--" + key + "=" + value));
    command.addAll(options.settings());
    if (!options.jvmFlags().isEmpty()) {
      command.add("--");
      command.addAll(options.jvmFlags());
    }
    return command;
  }
}
