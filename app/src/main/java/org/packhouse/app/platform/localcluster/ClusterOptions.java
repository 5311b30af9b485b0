package org.packhouse.app.platform.localcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;

/**
 * The arguments of {@code packhouse cluster}.
 *
 * @param ports of the balancer; node ports count on from them
 * @param order to a running cluster; null: run one
 * @param settings for every node, as {@code --key=value}
 */
record ClusterOptions(
    Path home,
    int nodes,
    Ports ports,
    @Nullable Order order,
    List<String> settings,
    List<String> jvmFlags) {

  private static final int MAX_NODES = 9;

  /** Settings that each node gets from here. */
  private static final List<String> COMPOSED =
      List.of(
          "hazelcast.local.address",
          "hazelcast.network.tcpip.members",
          "hazelcast.port",
          "node.name",
          "packhouse.home",
          "packhouse.shared-home",
          "server.port",
          "server.address",
          "server.ssh.port",
          "server.ssh.address",
          "server.ssh.proxy-port",
          "server.ssh.proxy-protocol.enabled",
          "server.trusted-proxies");

  ClusterOptions {
    settings = List.copyOf(settings);
    jvmFlags = List.copyOf(jvmFlags);
  }

  record Ports(int http, int ssh) {}

  /** An order to a running cluster; nodes count from 1, the verb is stop or start. */
  record Order(int node, String verb) {}

  Optional<String> setting(String key) {
    String prefix = "--" + key + "=";
    return settings.stream()
        .filter(setting -> setting.startsWith(prefix))
        .map(setting -> setting.substring(prefix.length()))
        .reduce((_, later) -> later);
  }

  /** Parses arguments; those after "--" are for the nodes alone. */
  static ClusterOptions parse(List<String> words) {
    Reading reading = new Reading();
    for (String word : words) {
      reading.read(word);
    }
    return reading.done();
  }

  private static final class Reading {

    private Path home = Path.of(System.getProperty("user.home"), ".packhouse-cluster");
    private int nodes = 3;
    private int http = 7990;
    private int ssh = 7999;
    private int node;
    private @Nullable String verb;
    private @Nullable String needsValue;
    private boolean forNodes;
    private final List<String> settings = new ArrayList<>();
    private final List<String> jvmFlags = new ArrayList<>();

    void read(String word) {
      String option = needsValue;
      if (option != null) {
        needsValue = null;
        own(option, word);
      } else if (forNodes) {
        forNode(word);
      } else if (word.equals("--")) {
        forNodes = true;
      } else if (List.of("--home", "--nodes", "--node", "--http-port", "--ssh-port")
          .contains(word)) {
        needsValue = word;
      } else if (word.startsWith("--") && word.contains("=")) {
        String key = word.substring(0, word.indexOf('='));
        if (!own(key, word.substring(key.length() + 1))) {
          forNode(word);
        }
      } else if (word.equals("stop") || word.equals("start")) {
        verb = word;
      } else {
        throw new StartRefusedException(
            "packhouse cluster does not know '%s'; packhouse help lists its options."
                .formatted(word));
      }
    }

    private boolean own(String option, String value) {
      switch (option) {
        case "--home" -> home = Path.of(value);
        case "--nodes" -> nodes = number(option, value, MAX_NODES);
        case "--node" -> node = number(option, value, MAX_NODES);
        case "--http-port" -> http = number(option, value, 0xffff);
        case "--ssh-port" -> ssh = number(option, value, 0xffff);
        default -> {
          return false;
        }
      }
      return true;
    }

    private void forNode(String word) {
      if (!word.startsWith("--")) {
        jvmFlags.add(word);
        return;
      }
      String key = word.substring(2).replaceFirst("=.*", "");
      if (COMPOSED.contains(key) || key.startsWith("server.ssl")) {
        throw new StartRefusedException(
            "The setting %s cannot be given: packhouse cluster has one for each node, which speaks plain HTTP behind its balancer."
                .formatted(key));
      }
      settings.add(word);
    }

    private static int number(String option, String value, int max) {
      if (value.matches("[1-9][0-9]{0,4}") && Integer.parseInt(value) <= max) {
        return Integer.parseInt(value);
      }
      throw new StartRefusedException(
          "%s is '%s', which is not a number from 1 to %d.".formatted(option, value, max));
    }

    ClusterOptions done() {
      if (needsValue != null) {
        throw new StartRefusedException("The option %s needs a value.".formatted(needsValue));
      }
      String asked = verb;
      if ((asked == null) != (node == 0)) {
        throw new StartRefusedException("Say which node and what: --node 2 stop, or start.");
      }
      return new ClusterOptions(
          home.toAbsolutePath().normalize(),
          nodes,
          new Ports(http, ssh),
          asked == null ? null : new Order(node, asked),
          settings,
          jvmFlags);
    }
  }
}
