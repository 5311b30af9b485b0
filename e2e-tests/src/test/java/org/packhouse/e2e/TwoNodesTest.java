package org.packhouse.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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

  @TempDir private Path folder;
  private final Random random = new Random(14);

  @Test
  void agreeInRoundsOfPushes() throws Exception {
    Path homes = PackagedServer.newFolder();
    run(homes, List.of(homes.resolve("shared"), homes.resolve("shared")), 50, 2);
  }

  @Test
  @Tag("full")
  @Tag("nodes")
  void agreeInHundredsOfRoundsOfPushes() throws Exception {
    Path homes = PackagedServer.newFolder();
    run(homes, List.of(homes.resolve("shared"), homes.resolve("shared")), 500, 20);
  }

  private void run(Path homes, List<Path> sharedHomes, int rounds, int races) throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        PackagedServer one = node(homes.resolve("one"), sharedHomes.get(0), postgres).start();
        PackagedServer two = node(homes.resolve("two"), sharedHomes.get(1), postgres).start()) {
      one.rest().createRepository(PROJECT, SLUG);
      AtomicBoolean done = new AtomicBoolean();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
          Person person = new Person(new Shell(folder), List.of(one, two))) {
        Future<?> packing = threads.submit(() -> packRefs(bare(sharedHomes.get(0)), done));
        try {
          for (int round = 0; round < rounds; round++) {
            person.round(round);
          }
          for (int race = 0; race < races; race++) {
            person.race(threads);
          }
        } finally {
          done.set(true);
        }
        packing.get();
      }
      assertThat(foundOnDisk(postgres)).isZero();
    }
  }

  private static PackagedServer.Builder node(
      Path home, Path sharedHome, EmbeddedPostgres postgres) {
    return PackagedServer.builder(home)
        .with("packhouse.shared-home", sharedHome.toString())
        .with("jdbc.url", postgres.getJdbcUrl("postgres", "postgres"))
        .with("jdbc.user", "postgres")
        .with("jdbc.password", "postgres")
        .with("refs.check-interval", "100ms")
        .with("housekeeping.pushes", "5")
        .with("housekeeping.longest-operation", "5s");
  }

  private static Path bare(Path sharedHome) throws IOException {
    try (Stream<Path> found =
        Files.find(
            sharedHome.resolve("repositories"), 2, (path, _) -> path.toString().endsWith(".git"))) {
      return found.findFirst().orElseThrow();
    }
  }

  /** As housekeeping does, on no node, and more often. */
  private void packRefs(Path repository, AtomicBoolean done) {
    try {
      Shell shell = new Shell(Files.createDirectory(folder.resolve("packing")));
      while (!done.get()) {
        // A ref that is being moved is left for the next time.
        Shell.Result _ = shell.tryGit(repository, "pack-refs", "--all", "--prune");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long foundOnDisk(EmbeddedPostgres postgres) throws Exception {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(*) from ref_move where cause = 'found-on-disk'")) {
      rows.next();
      return rows.getLong(1);
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
      } else {
        boolean force = old == null || random.nextInt(3) == 0;
        String next = commit(force ? refs.get("refs/heads/main") : old);
        sendHave(other, next);
        push(pushed, (force ? "+" : "") + next + ":" + ref);
        refs.put(ref, next);
      }
      assertThat(lsRemote(other)).as("round %d", round).isEqualTo(refs);
      Path clone = shell.home().resolve("clone-" + round);
      shell.git(work, "clone", "-q", "--mirror", url(other), clone.toString());
      assertThat(forEachRef(clone)).as("clone of round %d", round).isEqualTo(refs);
      assertThat(shell.git(clone, "fsck", "--full", "--no-dangling", "--no-progress")).isEmpty();
      shell.run("rm", "-r", clone.toString());
    }

    private int branch() {
      return random.nextInt(BRANCHES);
    }

    /** Twenty at once, through both nodes, from the same commit to another each. */
    void race(ExecutorService threads) throws Exception {
      String from = refs.get("refs/heads/main");
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

    private Map<String, String> forEachRef(Path repository) {
      return parsed(
          shell.git(repository, "for-each-ref", "--format=%(objectname) %(refname)"), " ");
    }

    private static Map<String, String> parsed(String lines, String between) {
      Map<String, String> refs = new TreeMap<>();
      lines
          .lines()
          .map(line -> line.split(between, 2))
          .forEach(parts -> refs.put(parts[1], parts[0]));
      return refs;
    }

    @Override
    public void close() {
      http.close();
    }
  }
}
