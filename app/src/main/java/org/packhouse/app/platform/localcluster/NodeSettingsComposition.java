package org.packhouse.app.platform.localcluster;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.database.DatabaseAddress;

/** The settings that distinguish the nodes of a local cluster from other servers. */
final class NodeSettingsComposition {

  private static final int SECRET_BYTES = 24;

  private final ClusterOptions options;
  private final Path sharedHome;
  private final List<NodePlace> places;
  private final String groupPassword;

  NodeSettingsComposition(ClusterOptions options, Path sharedHome, List<NodePlace> places) {
    this.options = options;
    this.sharedHome = sharedHome;
    this.places = List.copyOf(places);
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    this.groupPassword = HexFormat.of().formatHex(random);
  }

  Map<String, String> of(NodePlace place) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("node.name", place.name());
    settings.put("packhouse.home", place.home().toString());
    settings.put("packhouse.shared-home", sharedHome.toString());
    settings.put("server.port", Integer.toString(place.httpPort()));
    settings.put("server.ssh.port", Integer.toString(place.sshPort()));
    behindTheBalancer(settings);
    amongTheOthers(settings, place);
    settings.keySet().removeIf(key -> options.setting(key).isPresent());
    return settings;
  }

  /** Clients that reach a node directly are on this machine and trusted as the balancer is. */
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

  private void amongTheOthers(Map<String, String> settings, NodePlace place) {
    settings.put("hazelcast.network.tcpip", "true");
    settings.put(
        "hazelcast.network.tcpip.members",
        places.stream().map(NodePlace::member).collect(Collectors.joining(",")));
    settings.put("hazelcast.local.address", NodePlace.ADDRESS);
    settings.put("hazelcast.port", Integer.toString(place.memberPort()));
  }

  String balancerUrl() {
    return "http://localhost:" + options.ports().http();
  }

  /** Returns secrets, which only the node's environment contains. */
  Map<String, String> environment(@Nullable DatabaseAddress database) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("HAZELCAST_GROUP_PASSWORD", groupPassword);
    if (database != null) {
      environment.put("JDBC_URL", database.url());
      environment.put("JDBC_USER", database.user());
      environment.put("JDBC_PASSWORD", database.password());
    }
    return environment;
  }

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
