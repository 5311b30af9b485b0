package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;

/** Whatever ends the server, the next start goes on with what was there. */
class RestartTest {

  @Test
  void goesOnWithTheSameDataAfterEveryKindOfEnd(@TempDir Path directory) {
    Path home = PackagedServer.newDirectory();
    Shell ada = new Shell(directory);
    Path work = ada.repository("kept");

    PackagedServer server = PackagedServer.builder(home).start();
    try (server) {
      server.rest().createRepository("KEEP", "kept");
      ada.git(work, "push", "-q", server.httpUrl("keep", "kept"), "main");

      server.database().destroyForcibly();
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(() -> assertThat(new Rest(server.url()).status()).hasValue(200));
      ada.commit(work, "a.txt", "after the database died\n");
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() ->
              assertThat(
                      ada.tryGit(work, "push", "-q", server.httpUrl("keep", "kept"), "main")
                          .status())
                  .isZero());
      server.kill();
    }

    try (PackagedServer after = PackagedServer.builder(home).onPortsOf(server).start()) {
      ada.git(directory, "clone", "-q", after.httpUrl("keep", "kept"), "after-the-kill");
      assertThat(directory.resolve("after-the-kill/a.txt")).hasContent("after the database died\n");
      assertThat(after.terminate()).isIn(0, 143);
      assertThat(after.processes()).isEmpty();
    }
  }
}
