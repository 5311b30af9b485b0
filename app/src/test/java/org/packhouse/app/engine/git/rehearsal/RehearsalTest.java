package org.packhouse.app.engine.git.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class RehearsalTest {

  @Test
  void playsAllThatTheCacheOfAStartIsToHold(@TempDir Path directory) {
    TestingServer server = TestingServer.shared();
    Rehearsal rehearsal =
        new Rehearsal(
            server.httpUrl().toString().replaceFirst("/$", ""),
            TestingServer.ADMIN,
            TestingServer.ADMIN_PASSWORD,
            directory.resolve("rehearsal"));
    assertThat(rehearsal.play(2)).isEqualTo(2);
    assertThat(
            TestingRest.admin(server)
                .get("/rest/api/latest/projects/STAGE/repos/play/commits")
                .response()
                .body())
        .contains("Round 1", "Round 2");
  }
}
