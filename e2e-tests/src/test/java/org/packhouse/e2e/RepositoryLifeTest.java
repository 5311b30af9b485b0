package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import tools.jackson.databind.JsonNode;

/** A repository is renamed, archived, deleted and brought back; git follows or is told why not. */
class RepositoryLifeTest {

  private final PackagedServer server = PackagedServer.shared();

  @Test
  void isRenamedAndOldUrlsGoOn(@TempDir Path directory) {
    Shell ada = new Shell(directory);
    Path work = pushed(ada, "before");
    String path = "/rest/api/latest/projects/LIFE/repos/";
    server.rest().put(path + "before", Map.of("name", "after"));

    ada.git(directory, "clone", "-q", server.httpUrl("life", "before"), "by-the-old-url");
    ada.git(directory, "clone", "-q", server.httpUrl("life", "after"), "by-the-new-url");
    ada.commit(work, "more.txt", "more\n");
    ada.git(work, "push", "-q", server.httpUrl("life", "before"), "main");
    ada.git(directory.resolve("by-the-new-url"), "pull", "-q", "--ff-only");
    assertThat(directory.resolve("by-the-new-url/more.txt")).exists();
  }

  @Test
  void isArchivedAndRefusesPushes(@TempDir Path directory) {
    Shell ada = new Shell(directory);
    Path work = pushed(ada, "attic");
    server.rest().put("/rest/api/latest/projects/LIFE/repos/attic", Map.of("archived", true));

    ada.git(directory, "clone", "-q", server.httpUrl("life", "attic"), "copy");
    ada.commit(work, "more.txt", "more\n");
    Shell.Result refused = ada.tryGit(work, "push", server.httpUrl("life", "attic"), "main");
    assertThat(refused.status()).isNotZero();
    assertThat(refused.err()).containsIgnoringCase("archived");
  }

  @Test
  void isDeletedAndBroughtBack(@TempDir Path directory) {
    Shell ada = new Shell(directory);
    Path work = pushed(ada, "phoenix");
    String tip = ada.git(work, "rev-parse", "HEAD").strip();
    server.rest().delete("/rest/api/latest/projects/LIFE/repos/phoenix");
    Shell.Result gone = ada.tryGit(directory, "clone", server.httpUrl("life", "phoenix"), "gone");
    assertThat(gone.status()).isNotZero();
    assertThat(gone.err()).containsIgnoringCase("not found");

    long id = 0;
    for (JsonNode entry : server.rest().get("/rest/packhouse/latest/admin/trash").get("values")) {
      id = entry.get("name").asString().equals("phoenix") ? entry.get("id").asLong() : id;
    }
    server.rest().post("/rest/packhouse/latest/admin/trash/" + id + "/restore", Map.of());
    ada.git(directory, "clone", "-q", server.httpUrl("life", "phoenix"), "risen");
    assertThat(ada.git(directory.resolve("risen"), "rev-parse", "HEAD").strip()).isEqualTo(tip);
  }

  private Path pushed(Shell shell, String name) {
    server.rest().createRepository("LIFE", name);
    Path work = shell.repository(name);
    shell.git(work, "push", "-q", server.httpUrl("life", name), "main");
    return work;
  }
}
