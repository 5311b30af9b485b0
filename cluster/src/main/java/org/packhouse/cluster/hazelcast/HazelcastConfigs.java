package org.packhouse.cluster.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.InterfacesConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SocketInterceptorConfig;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperty;
import java.util.Map;
import java.util.UUID;
import org.packhouse.cluster.Member;

/** Writes Hazelcast's configuration, and reads members' attributes. */
final class HazelcastConfigs {

  private static final String SESSION = "packhouse.session";
  private static final String NAME = "packhouse.name";
  private static final String VERSION = "packhouse.version";

  /**
   * Settings for every cluster: no phone home, no threads or tables for unused features
   * (partitions, clients, jobs, statistics), and dead nodes are noticed within seconds.
   */
  private static final Map<HazelcastProperty, String> PROPERTIES =
      Map.ofEntries(
          Map.entry(ClusterProperty.PHONE_HOME_ENABLED, "false"),
          Map.entry(ClusterProperty.SHUTDOWNHOOK_ENABLED, "false"),
          Map.entry(ClusterProperty.LOGGING_TYPE, "slf4j"),
          Map.entry(ClusterProperty.HEALTH_MONITORING_LEVEL, "OFF"),
          Map.entry(ClusterProperty.METRICS_ENABLED, "false"),
          Map.entry(ClusterProperty.SLOW_OPERATION_DETECTOR_ENABLED, "false"),
          Map.entry(ClusterProperty.SOCKET_BIND_ANY, "false"),
          Map.entry(ClusterProperty.TCP_JOIN_PORT_TRY_COUNT, "1"),
          Map.entry(ClusterProperty.PARTITION_COUNT, "1"),
          Map.entry(ClusterProperty.IO_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.EVENT_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.PARTITION_OPERATION_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.GENERIC_OPERATION_THREAD_COUNT, "2"),
          Map.entry(ClusterProperty.PRIORITY_GENERIC_OPERATION_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.RESPONSE_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.CLIENT_ENGINE_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.CLIENT_ENGINE_BLOCKING_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.CLIENT_ENGINE_QUERY_THREAD_COUNT, "1"),
          Map.entry(ClusterProperty.MERGE_FIRST_RUN_DELAY_SECONDS, "5"),
          Map.entry(ClusterProperty.MERGE_NEXT_RUN_DELAY_SECONDS, "5"),
          Map.entry(ClusterProperty.SOCKET_CONNECT_TIMEOUT_SECONDS, "3"),
          Map.entry(ClusterProperty.GRACEFUL_SHUTDOWN_MAX_WAIT, "3"));

  private static final int CONNECTION_TIMEOUT_SECONDS = 3;

  /** Each member sends heartbeats to all: up to this many others, once a second. */
  private static final int MEMBERS_A_SECOND = 4;

  private static final int MAX_HEARTBEAT_SECONDS = 10;

  /** Seconds between heartbeats with discovery at runtime, as in Kubernetes. */
  private static final int UNKNOWN_HEARTBEAT_SECONDS = 2;

  private static final int MIN_SILENCE_SECONDS = 10;

  /** A heartbeat may be lost, and the next one late. */
  private static final int MISSED_HEARTBEATS = 3;

  private HazelcastConfigs() {}

  static Config of(Member self, HazelcastOptions options) {
    Config config = new Config("packhouse-" + self.id());
    config.setClusterName(options.group().name());
    PROPERTIES.forEach((property, value) -> config.setProperty(property.getName(), value));
    config.setProperty(
        ClusterProperty.WAIT_SECONDS_BEFORE_JOIN.getName(),
        Long.toString(options.waitBeforeJoin().toSeconds()));
    int heartbeat = heartbeatSeconds(options.members().size());
    config.setProperty(
        ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName(), Integer.toString(heartbeat));
    config.setProperty(
        ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getName(),
        Integer.toString(Math.max(MIN_SILENCE_SECONDS, heartbeat * MISSED_HEARTBEATS)));
    config.getJetConfig().setEnabled(false);
    config
        .getMemberAttributeConfig()
        .setAttribute(SESSION, self.id().toString())
        .setAttribute(NAME, self.name())
        .setAttribute(VERSION, self.version());
    network(config.getNetworkConfig(), options);
    return config;
  }

  /** Returns seconds between heartbeats, whose total grows linearly. 0 members: unknown. */
  static int heartbeatSeconds(int members) {
    return members == 0
        ? UNKNOWN_HEARTBEAT_SECONDS
        : Math.clamp(Math.ceilDiv(members, MEMBERS_A_SECOND), 1, MAX_HEARTBEAT_SECONDS);
  }

  private static void network(NetworkConfig network, HazelcastOptions options) {
    network.setPort(options.port()).setPortAutoIncrement(false).setReuseAddress(true);
    network.setInterfaces(new InterfacesConfig().setEnabled(true).addInterface(options.host()));
    network.setSocketInterceptorConfig(new SocketInterceptorConfig().setEnabled(true));
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    Map<String, String> kubernetes = options.kubernetes();
    if (kubernetes == null) {
      join.getTcpIpConfig()
          .setEnabled(true)
          .setConnectionTimeoutSeconds(CONNECTION_TIMEOUT_SECONDS);
      options.members().forEach(join.getTcpIpConfig()::addMember);
    } else {
      join.getKubernetesConfig().setEnabled(true);
      kubernetes.forEach(join.getKubernetesConfig()::setProperty);
    }
  }

  static Member read(com.hazelcast.cluster.Member seen) {
    return new Member(
        UUID.fromString(attribute(seen, SESSION)),
        attribute(seen, NAME),
        attribute(seen, VERSION),
        seen.getAddress().getHost() + ":" + seen.getAddress().getPort());
  }

  private static String attribute(com.hazelcast.cluster.Member seen, String name) {
    String value = seen.getAttribute(name);
    if (value == null) {
      throw new IllegalArgumentException("%s says no %s".formatted(seen.getAddress(), name));
    }
    return value;
  }
}
