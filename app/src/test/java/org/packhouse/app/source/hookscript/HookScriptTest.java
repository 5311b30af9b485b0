package org.packhouse.app.source.hookscript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Scripts that are uploaded over REST, and what they do to real pushes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HookScriptTest {

  private static final String NO_DRAFTS =
      """
      #!/bin/sh
      while read old new ref; do
        git rev-list "$new" --not --all > /dev/null || exit 3
        if git log -1 --format=%s "$new" | grep -q WIP; then
          echo "No drafts on $ref: $BB_USER_NAME $BB_PROJECT_KEY/$BB_REPO_SLUG $BB_HOOK_TYPE $BB_HOOK_TRIGGER_ID"
          exit 1
        fi
      done
      """;

  private TestingServer server;
  private TestingRest admin;
  private Repository repository;
  private String api;
  private GitFixture work;

  @BeforeAll
  void startServer() {
    server =
        TestingServer.builder()
            .with("hook-script.enabled", "true")
            .with("hook-script.timeout", "5s")
            .start();
  }

  @AfterAll
  void stopServer() {
    server.close();
  }

  @BeforeEach
  void push(@TempDir Path directory) {
    on(server, directory);
  }

  private void on(TestingServer used, Path directory) {
    admin = TestingRest.admin(used);
    repository = TestingProjects.in(used).repository();
    api = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", used.cloneUrl(repository));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
  }

  private Response upload(TestingRest as, String method, String path, String... fields) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      body.append("--b\r\nContent-Disposition: form-data; name=\"")
          .append(fields[i])
          .append("\"\r\n\r\n");
      body.append(fields[i + 1]).append("\r\n");
    }
    return as.sendAs(
        method,
        "/rest/api/1.0/hook-scripts" + path,
        "multipart/form-data; boundary=b",
        body.append("--b--\r\n").toString());
  }

  /** Has a script run of the repository; its id. */
  private String run(String type, String content, String... triggers) {
    Response made = upload(admin, "POST", "", "name", "Check", "type", type, "content", content);
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
    configure(api, made.at("/id"), triggers);
    return made.at("/id");
  }

  private void configure(String where, String id, String... triggers) {
    String ids = triggers.length == 0 ? "" : "'" + String.join("','", triggers) + "'";
    Response set = admin.put(where + "/hook-scripts/" + id, "{'triggerIds':[%s]}".formatted(ids));
    assertThat(set.status()).as(set.response().body()).isEqualTo(200);
  }

  private GitFixture.Result pushed(String message) {
    work.write("file", message + Math.random());
    work.commitAll(message);
    return work.run("push", "origin", "main");
  }

  private void assertRefused(String message, String words) {
    GitFixture.Result push = pushed(message);
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    assertThat(push.errors()).contains("remote: " + words, "(hook script declined)");
    work.git("reset", "--quiet", "--hard", "origin/main");
  }

  private void assertPassed(String message) {
    GitFixture.Result push = pushed(message);
    assertThat(push.exitCode()).as(push.errors()).isZero();
  }

  @Test
  void aScriptSeesWhatComesAndRefusesIt() {
    String id = run("PRE", NO_DRAFTS);
    assertRefused(
        "WIP", "No drafts on refs/heads/main: admin %s PRE repo-push".formatted(repository.path()));
    assertPassed("Done");
    configure(api, id, "file-edit", "tag-create");
    assertPassed("WIP");
    String project = "projects/" + repository.project().key();
    assertThat(admin.delete(api + "/hook-scripts/" + id).status()).isEqualTo(204);
    configure(project, id);
    assertThat(admin.get(api + "/hook-scripts").at("/values/0/scope/type")).isEqualTo("PROJECT");
    assertRefused("WIP", "No drafts on refs/heads/main");
    Response changed =
        upload(admin, "PUT", "/" + id, "content", "#!/bin/sh\necho Never.\nexit 1\n");
    assertThat(changed.at("/version")).isEqualTo("1");
    assertRefused("Done", "Never.");
    assertThat(admin.delete("hook-scripts/" + id).status()).isEqualTo(204);
    assertPassed("WIP");
  }

  @Test
  void aScriptIsEndedThatTakesTooMuch() {
    String id = run("PRE", "#!/bin/sh\nsleep 600\n");
    assertRefused("Wait", "The hook script Check did not end within 5 s");
    upload(admin, "PUT", "/" + id, "content", "#!/bin/sh\nwhile :; do echo yes; done\n");
    assertRefused("Talk", "The hook script Check wrote more than 65536 bytes");
    upload(
        admin,
        "PUT",
        "/" + id,
        "content",
        "#!/bin/sh\nx=$(head -c 500000000 /dev/zero | tr '\\0' a)\nexit $?\n");
    GitFixture.Result push = pushed("Grow");
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    assertThat(push.errors()).contains("(hook script declined)");
  }

  private static boolean isAlive(Path pids) throws IOException {
    return Files.readAllLines(pids).stream()
        .map(line -> ProcessHandle.of(Long.parseLong(line)))
        .anyMatch(it -> it.filter(HookScriptTest::isNoZombie).isPresent());
  }

  /** Nobody may wait for an orphan where the test is the first process: a zombie is gone. */
  private static boolean isNoZombie(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  /** Starts children: its own, one without a parent, one in a session of its own. */
  private static String family(Path pids, String end) {
    return """
    #!/bin/sh
    trap '' TERM INT HUP
    sleep 600 & echo $! >> '%1$s'
    (sleep 601 & echo $! >> '%1$s')
    (setsid sh -c 'trap "" TERM; echo $$ >> "%1$s"; while :; do sleep 1; done' > /dev/null 2>&1 < /dev/null &)
    until [ "$(wc -l < '%1$s')" = 3 ]; do :; done
    %2$s
    """
        .formatted(pids, end);
  }

  @Test
  void nothingIsLeftOfAScriptThatStartsChildrenAndHearsNoSignals(@TempDir Path directory)
      throws IOException {
    Path waiting = directory.resolve("waiting");
    String id = run("PRE", family(waiting, "wait; exit 0"));
    assertRefused("Wait", "The hook script Check did not end within 5 s");
    assertThat(isAlive(waiting)).isFalse();
    Path talking = directory.resolve("talking");
    String loud = family(talking, "while :; do echo yes; done");
    assertThat(upload(admin, "PUT", "/" + id, "content", loud).status()).isEqualTo(200);
    assertRefused("Talk", "The hook script Check wrote more than 65536 bytes");
    assertThat(isAlive(talking)).isFalse();
    Path quiet = directory.resolve("quiet");
    String background =
        family(quiet, "exec > /dev/null 2>&1; exit 0")
            .replace("601 &", "601 > /dev/null 2>&1 &")
            .replace("600 &", "600 > /dev/null 2>&1 &");
    assertThat(upload(admin, "PUT", "/" + id, "content", background).status()).isEqualTo(200);
    assertPassed("Pass");
    assertThat(isAlive(quiet)).isFalse();
  }

  @Test
  void theMemoryOfAllThatAScriptStartsCountsTogether(@TempDir Path directory) throws IOException {
    Path pids = directory.resolve("pids");
    String hungry =
        """
        #!/bin/sh
        for i in 1 2 3 4; do
          (head -c 100000000 /dev/zero; sleep 600) | tail -c 100000000 & echo $! >> '%s'
        done
        wait
        """
            .formatted(pids);
    run("PRE", hungry);
    assertRefused("Eat", "The hook script Check took more than 256 MB of memory and was ended.");
    assertThat(isAlive(pids)).isFalse();
  }

  @Test
  void aScriptFollowsAPush(@TempDir Path directory) {
    Path told = directory.resolve("told");
    run("POST", "#!/bin/sh\ncat > '%s.new' && mv '%s.new' '%s'\n".formatted(told, told, told));
    assertPassed("Told");
    // It is told of the pushes before it as well.
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() ->
            assertThat(told)
                .content()
                .contains(work.git("rev-parse", "HEAD").strip() + " refs/heads/main"));
  }

  @Test
  void systemAdministratorsAloneUpload() {
    User user =
        TestingPeople.of(server).createUser(TestingPeople.uniqueName("scripter"), "a-password");
    server
        .get(PermissionGrants.class)
        .grant(
            new Grantee.ToUser(user.id(), user.name()),
            new RepositoryId(repository.id()),
            Permission.REPO_ADMIN);
    TestingRest their = TestingRest.user(server, user.name(), "a-password");
    assertThat(upload(their, "POST", "", "name", "n", "type", "PRE", "content", NO_DRAFTS).status())
        .isEqualTo(401);
    assertThat(upload(admin, "POST", "", "name", "n", "type", "PRE", "content", "exit 0").message())
        .contains("begins with #!");
    assertThat(upload(admin, "POST", "", "name", "n", "type", "IN", "content", NO_DRAFTS).message())
        .contains("PRE or POST");
    assertThat(upload(admin, "POST", "", "type", "PRE", "content", NO_DRAFTS).status())
        .isEqualTo(400);
    String id = run("PRE", NO_DRAFTS);
    assertThat(their.get("hook-scripts/" + id).status()).isEqualTo(401);
    assertThat(their.get("hook-scripts/" + id + "/content").status()).isEqualTo(401);
    assertThat(their.get(api + "/hook-scripts").json().at("/values")).hasSize(1);
    assertThat(admin.get("hook-scripts/" + id + "/content").response().body()).isEqualTo(NO_DRAFTS);
    assertThat(their.put(api + "/hook-scripts/" + id, "{'triggerIds':['none']}").message())
        .contains("no trigger");
    assertThat(their.delete(api + "/hook-scripts/" + id).status()).isEqualTo(204);
    assertPassed("WIP");
  }

  @Test
  void noScriptIsRunUnlessThatIsSwitchedOn(@TempDir Path directory) {
    on(TestingServer.shared(), directory);
    String id = run("PRE", "#!/bin/sh\nexit 1\n");
    assertPassed("Done");
    assertThat(admin.delete("hook-scripts/" + id).status()).isEqualTo(204);
  }
}
