package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import tools.jackson.databind.JsonNode;

/** Tokens, access keys and nothing at all open what they should, and no more. */
class CredentialsTest {

  private final PackagedServer server = PackagedServer.shared();

  @Test
  void aTokenReadsAndWritesUntilItIsRevoked(@TempDir Path directory) {
    Shell ada = new Shell(directory);
    Path work = repository(ada, "by-token");
    String tokens = "/rest/access-tokens/latest/users/" + PackagedServer.ADMIN;
    JsonNode token =
        server.rest().put(tokens, Map.of("name", "ci", "permissions", List.of("REPO_READ"))).json();
    String credentials = PackagedServer.ADMIN + ":" + token.get("token").asString();
    String url = server.httpUrl(credentials, "keys", "by-token");

    ada.git(directory, "clone", "-q", url, "copy");
    Shell.Result refused = ada.tryGit(work, "push", url, "main:other");
    assertThat(refused.status()).isNotZero();

    server.rest().delete(tokens + "/" + token.get("id").asString());
    assertThat(ada.tryGit(directory, "ls-remote", url).status()).isNotZero();
  }

  @Test
  void anAccessKeyReadsOneRepositoryAndNoOther(@TempDir Path directory) {
    Shell machine = new Shell(directory);
    repository(machine, "open-by-key");
    repository(machine, "closed");
    server
        .rest()
        .post(
            "/rest/keys/latest/projects/KEYS/repos/open-by-key/ssh",
            Map.of(
                "key",
                Map.of("text", machine.makeKey(), "label", "ci"),
                "permission",
                "REPO_READ"));

    machine.git(directory, "clone", "-q", server.sshUrl("keys", "open-by-key"), "copy");
    Path copy = directory.resolve("copy");
    machine.commit(copy, "more.txt", "more\n");
    assertThat(machine.tryGit(copy, "push").status()).isNotZero();
    assertThat(machine.tryGit(directory, "ls-remote", server.sshUrl("keys", "closed")).status())
        .isNotZero();
    machine.git(
        directory,
        "archive",
        "--remote=" + server.sshUrl("keys", "open-by-key"),
        "--format=tar",
        "--output=out.tar",
        "main");
    assertThat(machine.run("tar", "-tf", directory.resolve("out.tar").toString()))
        .contains("README.md");
  }

  @Test
  void aPublicRepositoryIsReadByEverybody(@TempDir Path directory) {
    Shell nobody = new Shell(directory);
    Path work = repository(nobody, "for-all");
    String url = server.httpUrl("", "keys", "for-all");
    assertThat(nobody.tryGit(directory, "ls-remote", url).status()).isNotZero();

    server.rest().put("/rest/api/latest/projects/KEYS/repos/for-all", Map.of("public", true));
    nobody.git(directory, "clone", "-q", url, "copy");
    assertThat(nobody.tryGit(work, "push", url, "main:other").status()).isNotZero();
  }

  private Path repository(Shell shell, String name) {
    server.rest().createRepository("KEYS", name);
    Path work = shell.repository(name);
    shell.git(work, "push", "-q", server.httpUrl("keys", name), "main");
    return work;
  }
}
