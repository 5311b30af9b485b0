package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.testing.TestingDatabase;

class DatabaseProbeTest {

  @Test
  void acceptsADatabaseThatAnswers() {
    DatabaseAddress address = new DatabaseAddress(TestingDatabase.create(), "postgres", "");
    assertThatCode(() -> DatabaseProbe.check(address)).doesNotThrowAnyException();
  }

  @Test
  void refusesAnOldPostgres() {
    assertThatThrownBy(() -> DatabaseProbe.checkVersion(13, "13.4", "jdbc:postgresql://db/x"))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "The database at jdbc:postgresql://db/x is PostgreSQL 13.4; version 14 or later is"
                + " needed.");
    assertThatCode(() -> DatabaseProbe.checkVersion(14, "14.0", "x")).doesNotThrowAnyException();
  }

  @Test
  void refusesWhatIsNoPostgres() {
    assertThatThrownBy(
            () -> DatabaseProbe.check(new DatabaseAddress("jdbc:oracle:thin:@db", "u", "p")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("only PostgreSQL is supported");
  }

  @Test
  void saysThatNobodyAnswers() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String url = "jdbc:postgresql://localhost:" + port + "/x?password=secret";
    assertThatThrownBy(() -> DatabaseProbe.check(new DatabaseAddress(url, "u", "p")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageStartingWith("Cannot reach the database at jdbc:postgresql://localhost:")
        .hasMessageNotContaining("secret");
  }

  @Test
  void saysThatTheDatabaseIsNotThere() {
    String url = TestingDatabase.create().replaceFirst("/test\\d+", "/nowhere");
    assertThatThrownBy(() -> DatabaseProbe.check(new DatabaseAddress(url, "postgres", "")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("has no database jdbc:postgresql://localhost");
  }

  @Test
  void saysThatTheUserIsRefused() {
    String url = TestingDatabase.create().replaceFirst("\\?.*", "");
    assertThatThrownBy(() -> DatabaseProbe.check(new DatabaseAddress(url, "nobody-here", "x")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("refuses the user 'nobody-here'; check jdbc.user and jdbc.password");
  }
}
