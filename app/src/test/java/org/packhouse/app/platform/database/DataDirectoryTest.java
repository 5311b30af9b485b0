package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.FreePort;

class DataDirectoryTest {

  @Test
  void stopsWhatAKilledServerHasLeftRunning(@TempDir Path home) throws Exception {
    Path log = home.resolve("log");
    PostgresPrograms programs = PostgresPrograms.in(PostgresBinaries.unpack(home.resolve("c")));
    DataDirectory data = new DataDirectory(home.resolve("data"), log, programs);
    data.prepare();
    Process orphan =
        programs
            .command(
                "postgres",
                List.of(
                    "-D",
                    data.path().toString(),
                    "-p",
                    Integer.toString(FreePort.next()),
                    "-c",
                    "listen_addresses=localhost",
                    "-c",
                    "unix_socket_directories="),
                log)
            .start();
    try {
      Path file = data.path().resolve("postmaster.pid");
      Awaitility.await().untilAsserted(() -> assertThat(file).content().contains("ready"));
      data.stopWhatWasLeft();
      assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(file).doesNotExist();
    } finally {
      orphan.destroyForcibly();
    }
  }

  @Test
  void sparesAProcessThatHasGotTheNumberOfADeadOne(@TempDir Path home) throws IOException {
    Path log = home.resolve("log");
    Files.createDirectories(home.resolve("data"));
    PostgresPrograms programs = PostgresPrograms.in(home);
    DataDirectory data = new DataDirectory(home.resolve("data"), log, programs);
    Path file = data.path().resolve("postmaster.pid");
    Files.writeString(file, ProcessHandle.current().pid() + "\n");
    data.stopWhatWasLeft();
    assertThat(file).doesNotExist();
    assertThat(ProcessHandle.current().isAlive()).isTrue();
  }
}
