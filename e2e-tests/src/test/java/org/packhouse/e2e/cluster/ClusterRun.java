package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.packhouse.e2e.harness.Networks;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.process.Launcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three packaged nodes on networks that can be cut, and people who work on them. */
final class ClusterRun implements AutoCloseable {

  static final String PROJECT = "CLU";

  private static final Logger LOG = LoggerFactory.getLogger(ClusterRun.class);
  private static final List<String> SLUGS = List.of("one", "two");
  private static final int PUSHERS = 4;
  private static final int HAZELCAST = 5701;

  private final Networks networks = Networks.make(3);
  private final EmbeddedPostgres postgres;
  private final Path homes = PackagedServer.newDirectory();
  private final List<PackagedServer> nodes = new CopyOnWriteArrayList<>();
  private final List<Pusher> pushers = new ArrayList<>();
  private final List<Reader> readers = new ArrayList<>();
  private final List<Future<?>> work = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger acknowledged = new AtomicInteger();

  /** Starts nodes of this build, and the people's work in the given directory. */
  ClusterRun(Path directory) throws IOException {
    this(directory, Launcher.root());
  }

  /** The same with nodes of the build in another source tree. */
  ClusterRun(Path directory, Path tree) throws IOException {
    postgres = startPostgres(directory.resolve("postgresql"));
    for (int i = 0; i < 3; i++) {
      nodes.add(node(i).builtIn(tree).start());
    }
    Rest rest = nodes.getFirst().rest();
    SLUGS.forEach(slug -> rest.createRepository(PROJECT, slug));
    for (int i = 0; i < PUSHERS; i++) {
      Path home = Files.createDirectory(directory.resolve("pusher-" + i));
      String slug = SLUGS.get(i % SLUGS.size());
      pushers.add(new Pusher(new Shell(home), "p" + i, slug, nodes, over, acknowledged));
    }
    for (int i = 0; i < nodes.size(); i++) {
      readers.add(new Reader(i, nodes, SLUGS.getFirst(), over));
    }
    pushers.forEach(it -> work.add(threads.submit(it)));
    readers.forEach(it -> work.add(threads.submit(it)));
  }

  private EmbeddedPostgres startPostgres(Path data) throws IOException {
    EmbeddedPostgres started =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(true)
            .setServerConfig("listen_addresses", "'*'")
            .setServerConfig("max_connections", "200")
            .start();
    Files.writeString(
        data.resolve("pg_hba.conf"),
        "\nhost all all " + networks.backNetwork() + " trust\n",
        StandardOpenOption.APPEND);
    try (Connection connection = started.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_reload_conf()");
    } catch (SQLException e) {
      throw new IOException(e);
    }
    return started;
  }

  private PackagedServer.Builder node(int index) {
    String database =
        "jdbc:postgresql://%s:%d/postgres".formatted(networks.backAddress(), postgres.getPort());
    String members =
        networks.machines().stream()
            .map(it -> it.address() + ":" + HAZELCAST)
            .collect(Collectors.joining(","));
    return PackagedServer.builder(homes.resolve("node-" + (index + 1)))
        .on(networks.machines().get(index))
        .with("node.name", "node-" + (index + 1))
        .with("packhouse.shared-home", homes.resolve("shared").toString())
        .with("jdbc.url", database)
        .with("jdbc.user", "postgres")
        .with("jdbc.password", "postgres")
        .with("hazelcast.network.tcpip", "true")
        .with("hazelcast.network.tcpip.members", members)
        .with("hazelcast.port", Integer.toString(HAZELCAST))
        .with("hazelcast.group.password", "a-secret-of-these-nodes");
  }

  /** A node, by its number from 1. */
  PackagedServer node1(int number) {
    return nodes.get(number - 1);
  }

  /** The machine of a node, by its number from 1. */
  Networks.Machine machine(int number) {
    return networks.machines().get(number - 1);
  }

  Networks networks() {
    return networks;
  }

  /** Starts a node again that has ended. */
  void startAgain(int number) {
    PackagedServer ended = nodes.get(number - 1);
    nodes.set(number - 1, node(number - 1).onPortsOf(ended).start());
  }

  /** Has a node end as an init system does, and starts it again from what a tree has built. */
  void replace(int number, Path tree) {
    PackagedServer running = nodes.get(number - 1);
    running.terminate();
    nodes.set(number - 1, node(number - 1).builtIn(tree).onPortsOf(running).start());
  }

  /** How many pushes were said to have been taken. */
  int acknowledged() {
    return acknowledged.get();
  }

  /** Lets people work for so long, and writes down how the nodes served them. */
  void let(Duration time, String what) {
    long from = System.nanoTime();
    int before = acknowledged();
    Awaitility.await()
        .atMost(time.plusMinutes(1))
        .failFast("Somebody has given up", () -> work.stream().anyMatch(Future::isDone))
        .until(() -> System.nanoTime() - from >= time.toNanos());
    long to = System.nanoTime();
    LOG.info(
        "{}: {} pushes; {}",
        what,
        acknowledged() - before,
        readers.stream().map(it -> it.line(from, to)).collect(Collectors.joining("; ")));
  }

  /** Names of nodes that a node says it does not see. */
  List<String> unseenBy(int number) {
    List<String> unseen = new ArrayList<>();
    node1(number)
        .rest()
        .get("/rest/api/latest/admin/cluster")
        .path("nodes")
        .forEach(node -> {
          if (!node.path("seen").asBoolean(true)) {
            unseen.add(node.path("name").asString());
          }
        });
    return unseen;
  }

  /** The first column of the first row. */
  long count(String query) {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }

  /** Ends the work, and fails if anything is lost on any node, or anybody has given up. */
  void assertNothingLost() throws Exception {
    over.set(true);
    for (Future<?> each : work) {
      each.get();
    }
    LOG.info(
        "{} pushes acknowledged, {} steps tried again",
        acknowledged(),
        pushers.stream().mapToInt(Pusher::retries).sum());
    for (PackagedServer node : nodes) {
      pushers.forEach(it -> it.assertNothingLost(node));
    }
    assertThat(repositories())
        .hasSizeGreaterThanOrEqualTo(SLUGS.size())
        .allSatisfy((_, said) -> assertThat(said).isEmpty());
  }

  /** What {@code git fsck} says of each repository on disk. */
  private Map<Path, String> repositories() throws IOException {
    Shell shell = new Shell(Files.createDirectories(homes.resolve("judge")));
    try (var found =
        Files.find(
            homes.resolve("shared/repositories"),
            2,
            (path, _) -> path.toString().endsWith(".git"))) {
      return found.collect(
          Collectors.toMap(
              it -> it,
              it -> shell.git(it, "fsck", "--full", "--strict", "--no-dangling", "--no-progress")));
    }
  }

  @Override
  public void close() {
    over.set(true);
    threads.shutdownNow();
    nodes.forEach(PackagedServer::close);
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      networks.close();
    }
  }
}
