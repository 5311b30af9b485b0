package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.process.Processes;

/** A node that does not belong to those that run says why and ends, and they log it. */
@Tag("full")
@Tag("nodes")
class NodeIdentityTest {

  /** What operators are promised, on a machine that starts a node in {@link #START}. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(15);

  private static final Duration START = Duration.ofSeconds(7);

  private final Path homes = PackagedServer.newDirectory();

  @Test
  void aNodeWithTheWrongHomeOrDatabaseIsRefused() throws Exception {
    Path shared = directory("shared");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
      String database = postgres.getJdbcUrl("postgres", "postgres");
      String other = newDatabase(postgres);
      PackagedServer one = node(directory("one"), shared, database).start();
      try {
        Instant began = one.process().info().startInstant().orElseThrow();
        Duration start = Duration.between(began, Instant.now());
        Duration limit = limit(start);
        System.out.println("A node starts in " + start.toMillis() + " ms");
        String id = Files.readString(shared.resolve("config/cluster.id")).strip();
        String name = Files.readString(one.home().resolve("node.name")).strip();

        Path copy = homes.resolve("copy");
        new Shell(homes).run("cp", "-a", one.home().toString(), copy.toString());
        String copied = refusal(node(copy, shared, database), limit);
        assertThat(copied)
            .startsWith("The node " + name)
            .contains(" runs and has the name of this one, as after a copy of its home; remove ")
            .contains(copy.resolve("node.name").toString());

        Path empty = directory("empty");
        String unmounted = refusal(node(directory("two"), empty, database), limit);
        assertThat(unmounted)
            .isEqualTo(
                "The shared home %s is not that of the database, or is not mounted: the database belongs to cluster %s, and there is no file %s."
                    .formatted(empty, id, empty.resolve("config/cluster.id")));

        assertThat(refusal(node(directory("three"), shared, other), limit))
            .startsWith("The database belongs to cluster ")
            .contains("but the shared home %s to cluster %s".formatted(shared, id));

        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(() -> assertThat(one.console()).contains(copied, unmounted));
        assertThat(one.rest().status()).hasValue(200);

        // It is there, and answers nobody.
        Processes.signal(one.process(), "STOP");
        assertThat(refusal(node(directory("four"), empty, database), limit)).isEqualTo(unmounted);
        assertThat(empty.resolve("config")).doesNotExist();
        assertThat(shared.resolve("config/cluster.id")).hasContent(id + "\n");
      } finally {
        one.kill();
        one.close();
      }
    }
  }

  /** A directory that nobody else may enter, or the server would say something about that too. */
  private Path directory(String name) throws IOException {
    return Files.createDirectory(
        homes.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static PackagedServer.Builder node(Path home, Path sharedHome, String database) {
    return PackagedServer.builder(home)
        .with("packhouse.shared-home", sharedHome.toString())
        .with("jdbc.url", database)
        .with("jdbc.user", "postgres")
        .with("jdbc.password", "postgres");
  }

  private static String newDatabase(EmbeddedPostgres postgres) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database other");
    }
    return postgres.getJdbcUrl("postgres", "other");
  }

  /** As much more time as the machine is slower than one on which the promise is given. */
  private static Duration limit(Duration start) {
    return start.compareTo(START) <= 0
        ? ENDS_WITHIN
        : ENDS_WITHIN.multipliedBy(start.toMillis()).dividedBy(START.toMillis());
  }

  /** The one sentence that a node says which is not let in, after warnings of its settings. */
  private static String refusal(PackagedServer.Builder node, Duration limit) {
    long began = System.nanoTime();
    try (PackagedServer server = node.launch()) {
      assertThat(server.waitForEnd(limit)).as(server.console()).isEqualTo(1);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      System.out.println("A node is refused in " + took.toMillis() + " ms");
      List<String> said =
          server
              .console()
              .lines()
              .filter(line -> !line.contains(" is on the command line, "))
              .toList();
      assertThat(said).hasSize(1);
      return said.getFirst();
    }
  }
}
