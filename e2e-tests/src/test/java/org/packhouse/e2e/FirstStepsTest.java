package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;

/** A newcomer's first minutes. */
class FirstStepsTest {

  @Test
  void pushesToANewRepositoryAndClonesItBack(@TempDir Path directory) {
    pushAndCloneBack(PackagedServer.shared(), directory);
  }

  static void pushAndCloneBack(PackagedServer server, Path directory) {
    assertThat(new Rest(server.url()).get("/status").get("state").asString()).isEqualTo("RUNNING");
    server.rest().createRepository("FIRST", "hello");

    Shell ada = new Shell(directory);
    Path work = ada.repository("hello");
    ada.git(work, "remote", "add", "origin", server.httpUrl("first", "hello"));
    ada.git(work, "push", "-q", "-u", "origin", "main");

    ada.git(directory, "clone", "-q", server.httpUrl("first", "hello"), "over-http");
    assertThat(directory.resolve("over-http/README.md")).hasContent("# hello\n");

    server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
    ada.git(directory, "clone", "-q", server.sshUrl("FIRST", "hello"), "over-ssh");
    ada.commit(directory.resolve("over-ssh"), "more.txt", "more\n");
    ada.git(directory.resolve("over-ssh"), "push", "-q");

    ada.git(work, "pull", "-q", "--ff-only");
    assertThat(work.resolve("more.txt")).hasContent("more\n");
  }
}
