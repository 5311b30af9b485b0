package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.RunningOperations.Operation;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Operations that are under way, as administrators see and end them. */
class RunningOperationsTest {

  private static final String OPERATIONS = "/rest/packhouse/latest/admin/throttle/operations";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();

  @TempDir Path directory;

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("file", "1\n");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:refs/heads/main");
    await().until(() -> operation() == null);
  }

  /** A client that keeps quiet after the advertisement. */
  @Test
  void aCommandOverSshIsEndedWithASentence() throws Exception {
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey(TestingPeople.of(server).user(TestingServer.ADMIN));
      List<String> command = new ArrayList<>(ssh.client(key));
      command.addAll(List.of("git@localhost", "git-upload-pack", "'" + repository.path() + "'"));
      Path said = directory.resolve("said");
      Process client =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(said.toFile())
              .start();
      try {
        Operation running = await().until(this::operation, it -> it != null);
        assertThat(running.transport()).isEqualTo("SSH");
        assertThat(running.caller()).isEqualTo(TestingServer.ADMIN);
        assertThat(running.client()).isNotNull();
        end(running);
        assertThat(client.waitFor()).isEqualTo(1);
        assertThat(
                server
                    .get(JdbcClient.class)
                    .sql("select actor_name from audit_event where action = ? and subject = ?")
                    .params("git.operation-ended", repository.path())
                    .query(String.class)
                    .list())
            .containsExactly(TestingServer.ADMIN);
        assertThat(said).content().contains("An administrator has ended this operation.");
      } finally {
        client.destroy();
      }
    }
    await().until(() -> operation() == null);
  }

  /** A client that says half of its request. */
  @Test
  void aRequestOverHttpIsCutOff() throws Exception {
    try (Socket socket = new Socket("localhost", server.httpUrl().getPort())) {
      socket.getOutputStream().write(halfARequest());
      Operation running = await().until(this::operation, it -> it != null);
      assertThat(running.transport()).isEqualTo("HTTP");
      assertThat(admin.get(OPERATIONS + "?limit=1000").response().body())
          .contains("\"repository\":\"" + repository.path() + "\"");
      end(running);
      assertThat(rest(socket.getInputStream())).doesNotContain("HTTP/1.1 200");
      await().until(() -> operation() == null);
      assertThat(admin.delete(OPERATIONS + "/" + running.id()).status()).isEqualTo(404);
    }
  }

  private byte[] halfARequest() {
    String credential = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    String head =
        """
        POST /scm/%s.git/git-upload-pack HTTP/1.1
        Host: localhost
        Authorization: Basic %s
        Git-Protocol: version=2
        Content-Type: application/x-git-upload-pack-request
        Content-Length: 1000

        0014command=fetch\
        """
            .formatted(
                repository.path(),
                Base64.getEncoder().encodeToString(credential.getBytes(StandardCharsets.UTF_8)));
    return head.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String rest(InputStream in) {
    StringBuilder said = new StringBuilder();
    try {
      for (int next = in.read(); next >= 0; next = in.read()) {
        said.append((char) next);
      }
    } catch (IOException e) {
      said.append(e.getMessage());
    }
    return said.toString();
  }

  @Test
  void whatHasEndedIsNotListed() {
    GitFixture.in(directory).git("clone", "-q", server.cloneUrl(repository), "copy");
    await().until(() -> operation() == null);
  }

  private void end(Operation running) {
    assertThat(admin.delete(OPERATIONS + "/" + running.id()).status()).isEqualTo(204);
  }

  private @Nullable Operation operation() {
    return server.get(RunningOperations.class).list().stream()
        .filter(it -> it.repository().equals(repository.path()))
        .findFirst()
        .orElse(null);
  }
}
