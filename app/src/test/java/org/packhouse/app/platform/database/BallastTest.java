package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Homes;

/** The embedded PostgreSQL on a disk that becomes full. */
class BallastTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path directory;

  @Test
  void letsPostgresqlGoOnWhenTheDiskIsFullAndComesBack() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=320m", "tmpfs", disk.toString())).isZero();
    Homes homes = new Homes(disk, disk.resolve("shared"));
    Path ballast = homes.shared().resolve("postgresql.ballast");
    try (EmbeddedDatabase database = EmbeddedDatabase.start(homes)) {
      await().atMost(LONG).untilAsserted(() -> assertThat(ballast).hasSize(Ballast.SIZE));
      execute(database, "create table kept (line text)");
      fill(disk);
      await().atMost(LONG).untilAsserted(() -> assertThat(ballast).doesNotExist());
      await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(SQLException.class)
          .untilAsserted(() ->
              execute(
                  database,
                  "insert into kept select repeat('x', 900) from generate_series(1, 5000)"));
      Files.delete(disk.resolve("filler"));
      await().atMost(LONG).untilAsserted(() -> assertThat(ballast).hasSize(Ballast.SIZE));
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
    DatabaseAddress address = database.address();
    try (Connection connection =
            DriverManager.getConnection(address.url(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Takes all room, to the last byte. */
  private static void fill(Path disk) throws IOException {
    try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
      byte[] block = new byte[4096];
      while (Files.getFileStore(disk).getUsableSpace() > 0) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(List.of(command))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
