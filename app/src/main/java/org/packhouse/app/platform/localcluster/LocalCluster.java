package org.packhouse.app.platform.localcluster;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.database.EmbeddedDatabase;
import org.packhouse.app.platform.localcluster.balancer.Balancer;
import org.packhouse.app.platform.node.Homes;

/**
 * A cluster on this machine: a PostgreSQL, nodes over one shared home, and a load balancer.
 * Everything ends with this process, however that ends.
 */
final class LocalCluster implements AutoCloseable {

  /** For the pools of a node, a migration and commands. */
  private static final int CONNECTIONS_A_NODE = 50;

  private static final Pattern INVITATION =
      Pattern.compile("Set this server up at \\S+?(/setup\\?token=\\S+)");

  private final ClusterOptions options;
  private final Homes homes;
  private final List<NodePlace> places;
  private final NodeSettingsComposition settings;
  private final Path launcher;
  private final PrintStream out;
  private final List<LocalNode> nodes = new ArrayList<>();
  private @Nullable ProcessGuard guard;
  private @Nullable EmbeddedDatabase database;
  private @Nullable Balancer balancer;
  private boolean closed;

  /** Takes the script that starts a server. */
  LocalCluster(ClusterOptions options, Path launcher, PrintStream out) {
    this.options = options;
    this.homes = new Homes(options.home(), options.home().resolve("shared"));
    this.places = NodePlace.of(options);
    this.settings = new NodeSettingsComposition(options, homes.shared(), places);
    this.launcher = launcher;
    this.out = out;
  }

  /** Starts everything and waits until every node serves. */
  void start() {
    begin();
    nodes.forEach(node -> node.awaitReady(out));
    out.print(table());
    invitation()
        .ifPresent(path -> out.println("Set this server up at " + settings.balancerUrl() + path));
    out.flush();
  }

  private synchronized void begin() {
    requireOpen();
    try {
      Files.createDirectories(homes.local());
      ProcessGuard watching = new ProcessGuard();
      guard = watching;
      if (options.setting("jdbc.url").isEmpty()) {
        database = EmbeddedDatabase.start(homes, CONNECTIONS_A_NODE * (options.nodes() + 1));
        watching.watchDatabase(homes.database());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    EmbeddedDatabase started = database;
    Map<String, String> environment =
        settings.environment(started == null ? null : started.address());
    for (NodePlace place : places) {
      nodes.add(new LocalNode(place, settings.command(launcher, place), environment));
    }
    balancer =
        new Balancer(
            nodes.stream().map(LocalNode::backend).toList(),
            options.ports().http(),
            options.ports().ssh());
    nodes.forEach(LocalNode::rotateConsole);
    nodes.forEach(this::launch);
  }

  private void requireOpen() {
    if (closed) {
      throw new StartRefusedException("The cluster is being stopped.");
    }
  }

  private synchronized void launch(LocalNode node) {
    requireOpen();
    node.launch();
    ProcessHandle launched = node.running().orElse(null);
    tellGuard();
    if (launched != null) {
      var _ = launched.onExit().thenRun(() -> ended(node));
    }
  }

  private synchronized void tellGuard() {
    ProcessGuard watching = guard;
    if (watching != null) {
      watching.watch(
          nodes.stream().flatMap(node -> node.running().stream()).map(ProcessHandle::pid).toList());
    }
  }

  private synchronized void ended(LocalNode node) {
    if (!closed) {
      tellGuard();
      out.printf("%s has ended.%n", node.place().name());
      out.flush();
    }
  }

  /** Starts or stops a node, and returns whether that succeeded. */
  boolean execute(ClusterOptions.Order order, PrintStream told) {
    if (order.node() > nodes.size()) {
      told.printf("There is no node %d: the cluster has %d.%n", order.node(), nodes.size());
      return false;
    }
    LocalNode node = nodes.get(order.node() - 1);
    boolean runs = node.running().isPresent();
    String name = node.place().name();
    if (order.verb().equals("stop")) {
      if (runs) {
        told.printf("%s has stopped with status %d.%n", name, node.stop());
      } else {
        told.printf("%s does not run.%n", name);
      }
      return true;
    }
    if (runs) {
      told.printf("%s runs already.%n", name);
      return true;
    }
    try {
      launch(node);
      node.awaitReady(told);
      told.printf("%s serves at %s.%n", name, node.place().url());
      return true;
    } catch (StartRefusedException e) {
      told.println(e.getMessage());
      return false;
    }
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    String row = "%-10s %-24s %-26s %s%n";
    table.append("%n%d nodes are ready.%n%n".formatted(nodes.size()));
    table.append(row.formatted("", "browsers, REST, git", "git over SSH", "files"));
    table.append(
        row.formatted(
            "cluster",
            settings.balancerUrl(),
            "ssh://localhost:" + options.ports().ssh(),
            homes.shared()));
    for (LocalNode node : nodes) {
      NodePlace place = node.place();
      table.append(
          row.formatted(
              place.name(),
              place.url(),
              "port %d, PROXY".formatted(place.sshPort()),
              place.home()));
    }
    EmbeddedDatabase started = database;
    if (started != null) {
      table.append(
          "%-10s %s, user %s, password in %s%n"
              .formatted(
                  "database",
                  started.address().url(),
                  started.address().user(),
                  homes.database() + ".password"));
    }
    table.append(
        "%nStop and start one: packhouse cluster --home '%s' --node 2 stop|start%nCtrl-C ends all of it.%n"
            .formatted(options.home()));
    return table.toString();
  }

  /** Returns the path of the setup page, if a node has printed it. */
  private Optional<String> invitation() {
    for (LocalNode node : nodes) {
      try {
        Matcher found = INVITATION.matcher(Files.readString(node.place().console()));
        if (found.find() && options.setting("setup.sysadmin.username").isEmpty()) {
          return Optional.of(found.group(1));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return Optional.empty();
  }

  /** Stops all nodes at once, then what they depend on. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    List<Thread> stopping =
        nodes.stream().map(node -> Thread.ofPlatform().start(node::stop)).toList();
    for (Thread thread : stopping) {
      try {
        thread.join(TimeUnit.MINUTES.toMillis(2));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    closeAll(balancer, database, guard);
  }

  private static void closeAll(@Nullable AutoCloseable... parts) {
    for (AutoCloseable part : parts) {
      try {
        if (part != null) {
          part.close();
        }
      } catch (Exception e) {
        throw new IllegalStateException("A component of the cluster could not be closed", e);
      }
    }
  }
}
