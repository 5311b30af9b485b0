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
  void pushesToANewRepositoryAndClonesItBack(@TempDir Path folder) {
    pushAndCloneBack(PackagedServer.shared(), folder);
  }

  static void pushAndCloneBack(PackagedServer server, Path folder) {
    assertThat(new Rest(server.url()).get("/status").get("state").asString()).isEqualTo("RUNNING");
    server.rest().createRepository("FIRST", "hello");

    Shell ada = new Shell(folder);
    Path work = ada.repository("hello");
    ada.git(work, "remote", "add", "origin", server.httpUrl("first", "hello"));
    ada.git(work, "push", "-q", "-u", "origin", "main");

    ada.git(folder, "clone", "-q", server.httpUrl("first", "hello"), "over-http");
    assertThat(folder.resolve("over-http/README.md")).hasContent("# hello\n");

    server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
    ada.git(folder, "clone", "-q", server.sshUrl("FIRST", "hello"), "over-ssh");
    ada.commit(folder.resolve("over-ssh"), "more.txt", "more\n");
    ada.git(folder.resolve("over-ssh"), "push", "-q");

    ada.git(work, "pull", "-q", "--ff-only");
    assertThat(work.resolve("more.txt")).hasContent("more\n");
  }
}
