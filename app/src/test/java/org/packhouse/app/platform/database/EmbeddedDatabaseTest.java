package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.Homes;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedDatabaseTest {

  private Homes homes;
  private EmbeddedDatabase database;

  @BeforeAll
  void start(@TempDir Path directory) {
    homes = new Homes(directory, directory.resolve("shared"));
    database = EmbeddedDatabase.start(homes);
  }

  @AfterAll
  void stop() {
    database.close();
  }

  @Test
  void writesDurablyAndListensOnTheLoopbackAddressOnly() throws SQLException {
    assertThat(query("show fsync")).isEqualTo("on");
    assertThat(query("show synchronous_commit")).isEqualTo("on");
    assertThat(query("show full_page_writes")).isEqualTo("on");
    assertThat(query("show listen_addresses")).isEqualTo("localhost");
    assertThat(query("show unix_socket_directories")).isEmpty();
  }

  @Test
  void admitsOnlyWhoKnowsTheRandomPassword() throws IOException {
    Path file = homes.shared().resolve("postgresql.password");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(database.address().password()).hasSize(48);
    assertThatThrownBy(() ->
            DriverManager.getConnection(
                    database.address().url(), database.address().user(), "wrong")
                .close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void keepsASecondServerAway() {
    assertThatThrownBy(() -> EmbeddedDatabase.start(homes))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("is in use by another server")
        .hasMessageContaining("process " + ProcessHandle.current().pid());
  }

  @Test
  void refusesASharedHomeOutsideTheLocalHome(@TempDir Path elsewhere) {
    Homes apart = new Homes(elsewhere.resolve("node"), elsewhere.resolve("shared"));
    assertThatThrownBy(() -> EmbeddedDatabase.start(apart))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("set jdbc.url");
  }

  @Test
  void runsAgainOnTheSameDataAndPortAfterItWasKilled() throws IOException, SQLException {
    execute("create table if not exists kept (word text)");
    execute("insert into kept values ('here')");
    ProcessHandle postmaster = postmaster();
    assertThat(postmaster.destroyForcibly()).isTrue();
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .untilAsserted(() -> {
          assertThat(query("select word from kept limit 1")).isEqualTo("here");
          assertThat(postmaster().pid()).isNotEqualTo(postmaster.pid());
        });
  }

  @Test
  void foldsTheCaseOfLettersBeyondAscii() throws SQLException {
    assertThat(query("select lower('ÄÉЖ')")).isEqualTo("äéж");
  }

  private ProcessHandle postmaster() throws IOException {
    Path file = homes.database().resolve("postmaster.pid");
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst().strip()))
        .orElseThrow();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getString(1);
    }
  }

  private Connection connect() throws SQLException {
    DatabaseAddress address = database.address();
    return DriverManager.getConnection(address.url(), address.user(), address.password());
  }
}
