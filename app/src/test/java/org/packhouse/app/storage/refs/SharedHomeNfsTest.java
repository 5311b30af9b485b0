package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.refs.move.NfsNode;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.nfs.NfsMachines;
import org.packhouse.app.testing.nfs.TcpRelay;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Two nodes, each with a shared home that it has mounted from a real NFS. */
@Tag("nfs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
public class SharedHomeNfsTest {

  private static final String NONE = "0".repeat(40);
  private static final String MAIN = "refs/heads/main";

  private NfsMachines machines;
  private TcpRelay database;
  private JdbcClient sql;
  private Node first;
  private Node second;
  private List<String> foundBefore;

  @BeforeAll
  void start() throws Exception {
    assumeThat(NfsMachines.missing()).as("what two machines with an NFS need").isEmpty();
    String url = TestingDatabase.createMigrated();
    sql = JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""));
    machines = NfsMachines.start();
    URI local = URI.create(url.substring("jdbc:".length()));
    database = new TcpRelay(machines.outside(), local.getPort());
    String host = machines.outside().getHostAddress() + ":" + database.port();
    String remote = url.replace(local.getAuthority(), host);
    setUp(url);
    startNode(1, remote);
    startNode(2, remote);
    first = node(1);
    second = node(2);
  }

  /** Makes tables and keys here, where that is quicker, so that both nodes can start at once. */
  private void setUp(String url) {
    TestingServer.builder()
        .with("jdbc.url", url)
        .with("packhouse.shared-home", machines.shared().toString())
        .start()
        .close();
  }

  private void startNode(int number, String url) throws Exception {
    machines.startClient(
        number,
        "",
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=/mnt/tmp",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            NfsNode.class.getName(),
            url));
  }

  private Node node(int number) throws IOException {
    machines.awaitPort(number, NfsNode.ORDERS);
    return new Node(machines.address(number), () -> machines.logged("node" + number + ".log"));
  }

  @AfterAll
  void stop() throws IOException {
    if (first != null) {
      first.close();
    }
    if (second != null) {
      second.close();
    }
    if (database != null) {
      database.close();
    }
    if (machines != null) {
      machines.close();
    }
  }

  @BeforeEach
  void lookWhatWasFoundOnDisk() {
    foundBefore = foundOnDisk();
  }

  /** Nobody but the nodes has moved a ref, so none may be found to have been moved. */
  @AfterEach
  void assertNothingWasFoundOnDisk() {
    assertThat(foundOnDisk()).isEqualTo(foundBefore);
  }

  private List<String> foundOnDisk() {
    return sql.sql(
            """
            select repository_id || ' ' || ref_version || ' ' || ref_name from ref_move
             where cause = 'found-on-disk' order by repository_id, ref_version, ordinal
            """)
        .query((row, _) -> row.getString(1))
        .list();
  }

  @Test
  void seesRefsThatAnotherNodeHasPackedForTheFirstTime() throws Exception {
    List<String> repositories = new ArrayList<>();
    for (int number = 0; number < 10; number++) {
      String id = first.tell("make");
      String one = first.tell("commit", id, "one");
      first.moves(id, "refs/heads/a", NONE, one, "refs/heads/b", NONE, one);
      repositories.add(id);
      second.tell("look", id, "packed-refs", "refs/heads/a", "refs/heads/b");
      assertThat(second.tell("refs", id)).isEqualTo(refs("a", one, "b", one));
    }
    for (String id : repositories) {
      String before = first.tell("refs", id);
      first.tell("git", id, "pack-refs", "--all");
      assertThat(second.tell("refs", id)).as("refs of %s on the other node", id).isEqualTo(before);
    }
    for (String id : repositories) {
      String one = first.tell("git", id, "rev-parse", "refs/heads/a");
      String two = second.tell("commit", id, "two");
      second.moves(id, "refs/heads/a", one, two);
      assertThat(first.tell("refs", id)).isEqualTo(refs("a", two, "b", one));
    }
  }

  @Test
  void missesNoMoveOfARefThatItHasLookedForBefore() throws Exception {
    String id = first.tell("make");
    String one = first.tell("commit", id, "one");
    String two = first.tell("commit", id, "two");
    first.moves(id, MAIN, NONE, one);
    Node[] nodes = {first, second};
    for (int round = 0; round < 52; round++) {
      Node mover = nodes[round % 2];
      Node other = nodes[1 - round % 2];
      // By turns in a directory that is there and in one that comes with the ref.
      String ref = "refs/heads/" + (round % 4 < 2 ? "round-" : "topic" + round + "/") + round;
      String name = ref.substring("refs/heads/".length());
      other.tell("look", id, ref, ref + ".lock", "packed-refs");
      mover.moves(id, ref, NONE, one);
      assertThat(other.tell("apply", id, ref, NONE, two))
          .as("made over a ref that is there, round %s", round)
          .isEqualTo(RefUpdates.EXISTS);
      assertThat(other.tell("refs", id)).contains(ref + "=" + one);
      other.moves(id, ref, one, two);
      assertThat(mover.tell("refs", id)).contains(ref + "=" + two);
      assertThat(truth(id).git("rev-parse", ref)).isEqualTo(two);
      other.tell("look", id, ref);
      mover.moves(id, ref, two, NONE);
      assertThat(other.tell("refs", id)).doesNotContain(name);
      assertThat(other.tell("apply", id, ref, two, one)).contains("deleted meanwhile");
      if (round % 13 == 12) {
        mover.tell("git", id, "pack-refs", "--all");
      }
    }
    assertThat(truth(id).git("for-each-ref", "--format=%(refname)")).isEqualTo(MAIN);
  }

  /** An update that stands still on a node, and the other node, which moves the same refs on. */
  private record Sleeper(
      String name, String id, List<String> values, Node node, Node winner, Instant since) {

    Instant wakes() {
      return since.plusSeconds(5L * Integer.parseInt(name));
    }
  }

  /**
   * Four on each node, asleep for 5 to 40 seconds. The session of the first node lives on; that of
   * the second is taken for dead meanwhile.
   */
  @Test
  void stopsUpdatesThatStandStillInTheMidstOfTheirMoves() throws Exception {
    List<Sleeper> sleepers = new ArrayList<>();
    for (int number = 1; number <= 8; number++) {
      sleepers.add(number % 2 == 1 ? hold(number, first, second) : hold(number, second, first));
    }
    endIdleTransactions();
    for (Sleeper sleeper : sleepers) {
      if (sleeper.node() == first) {
        win(sleeper);
      }
    }
    endSecondSession();
    for (Sleeper sleeper : sleepers) {
      if (sleeper.node() == second) {
        win(sleeper);
      }
    }
    for (Sleeper sleeper : sleepers) {
      awaitTime(sleeper.wakes());
      sleeper.node().tell("wake", sleeper.name());
      assertWon(sleeper);
    }
    for (Sleeper sleeper : sleepers) {
      assertWon(sleeper);
      String[] back = three(sleeper.values().get(2), sleeper.values().get(0));
      sleeper.node().moves(sleeper.id(), back);
    }
    Path incoming = machines.shared().resolve("repositories/incoming");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> {
          try (Stream<Path> left = Files.walk(incoming, 2)) {
            assertThat(left.filter(it -> incoming.relativize(it).getNameCount() > 1)).isEmpty();
          }
        });
  }

  private Sleeper hold(int number, Node node, Node winner) throws IOException {
    String id = first.tell("make");
    List<String> values = new ArrayList<>();
    for (String message : List.of("one", "two", "three")) {
      values.add(first.tell("commit", id, message));
    }
    first.moves(id, three(NONE, values.get(0)));
    winner.tell("look", id, "refs/heads/b", "refs/heads/b.lock");
    String name = Integer.toString(number);
    assertThat(node.tell("sleep " + name + " " + id, three(values.get(0), values.get(1))))
        .isEqualTo("held");
    return new Sleeper(name, id, values, node, winner, Instant.now());
  }

  /** As PostgreSQL does when a transaction has stood still for 15 seconds. */
  private void endIdleTransactions() {
    sql.sql(
            """
            select count(pg_terminate_backend(pid)) from pg_stat_activity
             where datname = current_database() and state = 'idle in transaction'
            """)
        .query(Long.class)
        .single();
  }

  /** Lets the session be taken for dead that has updates left, which the second node's has. */
  private void endSecondSession() {
    String dead =
        sql.sql("select distinct node_session::text from pending_ref_update")
            .query(String.class)
            .single();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> {
          sql.sql(
                  """
                  update node_session set heartbeat_at = now() - interval '1 hour'
                   where id = cast(? as uuid)
                  """)
              .param(dead)
              .update();
          first.tell("recover");
          return sql.sql("select id::text from node_session").query(String.class).list().stream()
              .noneMatch(dead::equals);
        });
  }

  private void win(Sleeper sleeper) throws IOException {
    sleeper.winner().moves(sleeper.id(), three(sleeper.values().get(1), sleeper.values().get(2)));
  }

  private void assertWon(Sleeper sleeper) throws IOException {
    String winner = sleeper.values().get(2);
    String all = refs("a", winner, "b", winner, "c", winner);
    assertThat(truth(sleeper.id()).git("for-each-ref", "--format=%(refname)=%(objectname)"))
        .as("refs on disk after sleeper %s", sleeper.name())
        .isEqualTo(all.replace(' ', '\n'));
    assertThat(sleeper.winner().tell("refs", sleeper.id())).isEqualTo(all);
    try (Stream<Path> files = Files.walk(truth(sleeper.id()).directory())) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".lock"));
    }
  }

  private static void awaitTime(Instant time) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !Instant.now().isBefore(time));
  }

  @Test
  void readsRefsWhileTheyAreOpenWhereTheyAreReplaced() throws Exception {
    String id = first.tell("make");
    List<String> commits = new ArrayList<>();
    for (int number = 0; number <= 25; number++) {
      commits.add(first.tell("commit", id, "commit-" + number));
    }
    first.moves(id, MAIN, NONE, commits.getFirst());
    Set<String> besides = new TreeSet<>();
    for (int number = 1; number <= 25; number++) {
      first.tell("open", id, MAIN);
      first.moves(id, MAIN, commits.get(number - 1), commits.get(number));
      try (Stream<Path> files = Files.list(truth(id).directory().resolve("refs/heads"))) {
        files.map(it -> it.getFileName().toString()).forEach(besides::add);
      }
      for (Node node : List.of(second, first)) {
        assertThat(node.tell("refs", id)).isEqualTo(MAIN + "=" + commits.get(number));
      }
    }
    assertThat(besides).as("what an NFS client puts beside").anyMatch(it -> it.startsWith(".nfs"));
    first.tell("close");
  }

  @Test
  void readsPacksThatAnotherNodeRemoves(@TempDir Path directory) throws Exception {
    String id = first.tell("make");
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    String path =
        sql.sql(
                """
                select p.key || '/' || r.slug from repository r join project p on p.id = r.project_id
                 where r.id = cast(? as bigint)
                """)
            .param(id)
            .query(String.class)
            .single();
    for (int round = 0; round < 5; round++) {
      for (String name : List.of("a", "b", "c")) {
        work.write(name + ".txt", (name + round + "\n").repeat(2000));
      }
      work.commitAll("Round " + round);
      work.git("push", "--quiet", first.clone(path), "HEAD:refs/heads/main");
      GitFixture clone = clone(first, path, directory.resolve("before" + round));
      assertThat(clone.git("rev-parse", "HEAD")).isEqualTo(work.git("rev-parse", "HEAD"));
      second.tell("git", id, "repack", "-q", "-a", "-d");
      for (Node node : List.of(first, second)) {
        GitFixture after = clone(node, path, directory.resolve(node.host + "-" + round));
        after.git("fsck", "--strict");
        assertThat(after.git("rev-parse", "HEAD")).isEqualTo(work.git("rev-parse", "HEAD"));
      }
    }
  }

  private static GitFixture clone(Node node, String path, Path to) {
    GitFixture.in(to.resolveSibling(""))
        .git("clone", "--quiet", "-b", "main", node.clone(path), to + "");
    return GitFixture.in(to);
  }

  /** The repository on the disk of the file server, of which no client has a say. */
  private GitFixture truth(String id) {
    long number = Long.parseLong(id);
    return GitFixture.in(
        machines.shared().resolve("repositories/%02x/%d.git".formatted(number % 256, number)));
  }

  private static String[] three(String from, String to) {
    return Stream.of("a", "b", "c")
        .flatMap(name -> Stream.of("refs/heads/" + name, from, to))
        .toArray(String[]::new);
  }

  private static String refs(String... namesAndValues) {
    return IntStream.range(0, namesAndValues.length / 2)
        .mapToObj(i -> "refs/heads/" + namesAndValues[2 * i] + "=" + namesAndValues[2 * i + 1])
        .collect(Collectors.joining(" "));
  }

  /** A node that takes orders. */
  private static final class Node implements AutoCloseable {

    private final String host;
    private final Supplier<String> log;
    private final Socket socket;
    private final PrintWriter orders;
    private final BufferedReader responses;

    Node(String host, Supplier<String> log) throws IOException {
      this.host = host;
      this.log = log;
      this.socket = new Socket(InetAddress.ofLiteral(host), NfsNode.ORDERS);
      this.orders = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
      this.responses =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    String tell(String order, String... words) throws IOException {
      orders.println((order + " " + String.join(" ", words)).strip());
      String response = responses.readLine();
      assertThat(response).as("%s to %s, who has ended:%n%s", order, host, log.get()).isNotNull();
      assertThat(response)
          .as("%s to %s", Arrays.toString(words), order)
          .doesNotStartWith("failed:");
      return response;
    }

    /** Moves refs, each of which must move. */
    void moves(String id, String... words) throws IOException {
      String[] all = Stream.concat(Stream.of(id), Arrays.stream(words)).toArray(String[]::new);
      assertThat(tell("apply", all)).isEqualTo("moved");
    }

    String clone(String path) {
      return "http://admin:admin-password-1@" + host + ":" + NfsNode.HTTP + "/scm/" + path + ".git";
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
