package org.packhouse.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.BindMount;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/**
 * Two nodes over one shared home and one database: what is pushed through one is there for who
 * reads through the other at once, while housekeeping runs and refs are packed all the time.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class TwoNodesTest {

  private static final String PROJECT = "TWO";
  private static final String SLUG = "shared";
  private static final int BRANCHES = 6;
  private static final int RACERS = 20;
  private static final Duration HOUSEKEEPING = Duration.ofMinutes(1);

  /** As a client of a network file system does, which may not know for so long what others did. */
  private static final String CACHED = "attr_timeout=5,entry_timeout=5,negative_timeout=0";

  private static final String LAST_MOVES =
      """
      select ref_name, new_value from (
        select distinct on (ref_name) ref_name, new_value from ref_move
         order by ref_name, ref_version desc, ordinal desc) as last
       where ref_name <> 'HEAD' and new_value <> repeat('0', 40)
      """;

  @TempDir private Path directory;
  private final Path homes = PackagedServer.newDirectory();
  private final Random random = new Random(14);

  @Test
  void agreeInRoundsOfPushes() throws Exception {
    onOneDisk(20, 2);
  }

  @Test
  @Tag("full")
  @Tag("nodes")
  void agreeInHundredsOfRoundsOfPushes() throws Exception {
    onOneDisk(500, 20);
  }

  @Test
  @Tag("full")
  @Tag("nodes")
  void agreeThoughEachIsLateToSeeFiles() throws Exception {
    onCachingMounts(8, 0);
  }

  @Test
  @Tag("full")
  @Tag("nodes")
  void agreeInHundredsOfRoundsThoughEachIsLateToSeeFiles() throws Exception {
    onCachingMounts(500, 20);
  }

  private void onOneDisk(int rounds, int races) throws Exception {
    Path shared = homes.resolve("shared");
    run(shared, List.of(shared, shared), rounds, races);
  }

  private void onCachingMounts(int rounds, int races) throws Exception {
    Path shared = homes.resolve("shared");
    try (BindMount one = BindMount.make(shared, homes.resolve("seen by one"), CACHED);
        BindMount two = BindMount.make(shared, homes.resolve("seen by two"), CACHED)) {
      run(shared, List.of(one.place(), two.place()), rounds, races);
    }
  }

  /**
   * Runs the rounds.
   *
   * @param disk where the files are, which is never late
   */
  private void run(Path disk, List<Path> sharedHomes, int rounds, int races) throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
      Map<String, String> refs = push(disk, sharedHomes, rounds, races, postgres);
      assertThat(pairs(postgres, LAST_MOVES)).isEqualTo(refs);
      assertThat(pairs(postgres, "select ref_name, cause from ref_move where cause like 'found%'"))
          .isEmpty();
      Path repository = repositoryIn(disk);
      Shell judge = new Shell(Files.createDirectory(directory.resolve("judge")));
      assertThat(refsOf(judge, repository)).isEqualTo(refs);
      judge.git(repository, "fsck", "--full", "--strict", "--no-dangling");
    }
  }

  /** Returns the refs that must be there. */
  private Map<String, String> push(
      Path disk, List<Path> sharedHomes, int rounds, int races, EmbeddedPostgres postgres)
      throws Exception {
    try (PackagedServer one = node("one", sharedHomes.get(0), postgres).start();
        PackagedServer two = node("two", sharedHomes.get(1), postgres).start();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Person person = new Person(new Shell(directory), List.of(one, two))) {
      Packer packer =
          new Packer(
              new Shell(Files.createDirectory(directory.resolve("packer"))), repositoryIn(disk));
      for (int round = 0; round < rounds; round++) {
        Future<?> packing = threads.submit(packer);
        person.round(round);
        packing.get();
      }
      for (int race = 0; race < races; race++) {
        Future<?> packing = threads.submit(packer);
        person.race(threads);
        packing.get();
      }
      await()
          .atMost(HOUSEKEEPING)
          .until(() ->
              !pairs(
                      postgres,
                      "select repository_id, last_repack_at from housekeeping"
                          + " where last_repack_at is not null")
                  .isEmpty());
      return person.refs;
    }
  }

  private PackagedServer.Builder node(String name, Path sharedHome, EmbeddedPostgres postgres) {
    return PackagedServer.builder(homes.resolve(name))
        .with("packhouse.shared-home", sharedHome.toString())
        .with("jdbc.url", postgres.getJdbcUrl("postgres", "postgres"))
        .with("jdbc.user", "postgres")
        .with("jdbc.password", "postgres")
        .with("refs.check-interval", "100ms")
        .with("housekeeping.pushes", "5")
        .with("scm.git.execution-timeout", "1m")
        .with("housekeeping.longest-operation", "5s");
  }

  private static Path repositoryIn(Path sharedHome) throws IOException {
    try (Stream<Path> found =
        Files.find(
            sharedHome.resolve("repositories"), 2, (path, _) -> path.toString().endsWith(".git"))) {
      return found.findFirst().orElseThrow();
    }
  }

  private static Map<String, String> pairs(EmbeddedPostgres postgres, String query)
      throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Map<String, String> pairs = new TreeMap<>();
      while (rows.next()) {
        pairs.put(rows.getString(1), rows.getString(2));
      }
      return pairs;
    }
  }

  private static Map<String, String> refsOf(Shell shell, Path repository) {
    return parsed(shell.git(repository, "for-each-ref", "--format=%(objectname) %(refname)"), " ");
  }

  private static Map<String, String> parsed(String lines, String between) {
    Map<String, String> refs = new TreeMap<>();
    lines
        .lines()
        .map(line -> line.split(between, 2))
        .forEach(parts -> refs.put(parts[1], parts[0]));
    return refs;
  }

  /** Another program that packs refs as housekeeping does, more often, on no node. */
  private static final class Packer implements Runnable {

    private static final int TIMES = 6;

    private final Shell shell;
    private final Path repository;

    Packer(Shell shell, Path repository) {
      this.shell = shell;
      this.repository = repository;
    }

    @Override
    public void run() {
      for (int time = 0; time < TIMES; time++) {
        // A ref that is being moved is left for the next time.
        Shell.Result _ = shell.tryGit(repository, "pack-refs", "--all", "--prune");
      }
    }
  }

  /** Somebody who pushes through any node and knows what must be there. */
  private final class Person implements AutoCloseable {

    private final Shell shell;
    private final List<PackagedServer> nodes;
    private final Path work;
    private final Map<String, String> refs = new TreeMap<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private int commits;

    Person(Shell shell, List<PackagedServer> nodes) {
      this.shell = shell;
      this.nodes = nodes;
      this.work = shell.repository("work");
      nodes.getFirst().rest().createRepository(PROJECT, SLUG);
      refs.put("refs/heads/main", shell.git(work, "rev-parse", "HEAD").strip());
      push(nodes.getFirst(), "main:refs/heads/main");
    }

    void round(int round) throws Exception {
      PackagedServer pushed = nodes.get(random.nextInt(nodes.size()));
      PackagedServer other = pushed == nodes.get(0) ? nodes.get(1) : nodes.get(0);
      String ref = "refs/heads/" + (random.nextBoolean() ? "topic/" : "") + "branch-" + branch();
      String old = refs.get(ref);
      if (old != null && random.nextInt(3) == 0) {
        push(pushed, ":" + ref);
        refs.remove(ref);
        assertSeen(other, round);
        return;
      }
      boolean force = old == null || random.nextInt(3) == 0;
      String next = change(force || old == null ? main() : old);
      sendHave(other, next);
      push(pushed, (force ? "+" : "") + next + ":" + ref);
      refs.put(ref, next);
      if (random.nextBoolean()) {
        assertSeen(other, round);
      } else {
        // Of what has just come through one node, the other needs all, or all but the commit.
        boolean same = random.nextBoolean();
        String last = same ? next : commit(next);
        String name = same ? "refs/heads/same" : ref;
        push(other, "+" + last + ":" + name);
        refs.put(name, last);
        assertSeen(pushed, round);
      }
    }

    private void assertSeen(PackagedServer node, int round) {
      assertThat(lsRemote(node)).as("round %d", round).isEqualTo(refs);
      Path clone = shell.home().resolve("clone-" + round);
      shell.git(work, "clone", "-q", "--mirror", url(node), clone.toString());
      assertThat(refsOf(shell, clone)).as("clone of round %d", round).isEqualTo(refs);
      assertThat(shell.git(clone, "fsck", "--full", "--no-dangling", "--no-progress")).isEmpty();
      shell.run("rm", "-rf", clone.toString());
    }

    private int branch() {
      return random.nextInt(BRANCHES);
    }

    private String main() {
      return Objects.requireNonNull(refs.get("refs/heads/main"));
    }

    /** Twenty at once, through both nodes, from the same commit to another each. */
    void race(ExecutorService threads) throws Exception {
      String from = main();
      List<String> commits = new ArrayList<>();
      List<Future<Shell.Result>> pushes = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        commits.add(commit(from));
      }
      for (int i = 0; i < RACERS; i++) {
        String url = url(nodes.get(i % nodes.size()));
        String refspec = commits.get(i) + ":refs/heads/main";
        pushes.add(threads.submit(() -> shell.tryGit(work, "push", "-q", url, refspec)));
      }
      List<String> winners = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        if (pushes.get(i).get().status() == 0) {
          winners.add(commits.get(i));
        }
      }
      assertThat(winners).hasSize(1);
      refs.put("refs/heads/main", winners.getFirst());
      for (PackagedServer node : nodes) {
        assertThat(lsRemote(node)).isEqualTo(refs);
      }
    }

    /** A commit with a file and a tree of its own. */
    private String change(String parent) {
      shell.git(work, "checkout", "-q", "--detach", parent);
      shell.commit(work, "file-" + branch(), "content " + commits++ + "\n");
      return shell.git(work, "rev-parse", "HEAD").strip();
    }

    /** A commit that changes nothing. */
    private String commit(String parent) {
      return shell
          .git(work, "commit-tree", "-p", parent, "-m", "Commit " + commits++, parent + "^{tree}")
          .strip();
    }

    private void push(PackagedServer node, String refspec) {
      shell.git(work, "push", "-q", url(node), refspec);
    }

    private String url(PackagedServer node) {
      return node.httpUrl(PROJECT, SLUG);
    }

    /** Names a commit to a node that has not got it yet, so that the node looks for it. */
    private void sendHave(PackagedServer node, String commit) throws Exception {
      String request =
          packet("command=fetch")
              + "0001"
              + packet("want " + refs.get("refs/heads/main"))
              + packet("have " + commit)
              + "0000";
      String signIn = PackagedServer.ADMIN + ":" + PackagedServer.PASSWORD;
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(
                      node.url().resolve("/scm/%s/%s.git/git-upload-pack".formatted(PROJECT, SLUG)))
                  .header("Git-Protocol", "version=2")
                  .header("Content-Type", "application/x-git-upload-pack-request")
                  .header(
                      "Authorization",
                      "Basic " + Base64.getEncoder().encodeToString(signIn.getBytes(UTF_8)))
                  .POST(HttpRequest.BodyPublishers.ofString(request))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.body()).contains("acknowledgments").contains("NAK");
    }

    private static String packet(String line) {
      return "%04x%s\n".formatted(line.length() + 5, line);
    }

    private Map<String, String> lsRemote(PackagedServer node) {
      return parsed(shell.git(work, "ls-remote", "--refs", url(node)), "\t");
    }

    @Override
    public void close() {
      http.close();
    }
  }
}
