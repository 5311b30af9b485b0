package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.TestingSsh.Result;
import org.springframework.jdbc.core.simple.JdbcClient;

class SshFetchTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private TestingSsh ssh;
  private User user;
  private Path key;
  private Repository repository;
  private GitFixture work;

  @BeforeEach
  void fill() throws IOException {
    ssh = TestingSsh.of(server);
    user = people.createUser(TestingPeople.uniqueName("sshuser"), "password-of-a-user");
    key = ssh.createKey(user);
    repository = TestingProjects.in(server).repository();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    work = GitFixture.workTree(ssh.directory().resolve("work"));
    work.commit("a.txt", "one\n");
    work.commit("b.txt", "two\n");
    work.git("tag", "-a", "v1", "-m", "first");
    store();
  }

  /** Puts the work tree's refs into the server's repository. */
  private void store() throws IOException {
    Path directory = server.get(RepositoryDirectories.class).check(repository.id());
    work.git("push", "--quiet", directory.toString(), "--all");
    work.git("push", "--quiet", directory.toString(), "--tags");
  }

  @AfterEach
  void close() {
    ssh.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void clonesAndFetchesOverEachProtocol(int version) throws IOException {
    String protocol = "protocol.version=" + version;
    ssh.gitOk(key, ssh.directory(), "-c", protocol, "clone", "-q", ssh.url(repository), "copy");
    Path copy = ssh.directory().resolve("copy");
    assertThat(copy.resolve("b.txt")).hasContent("two");
    String fresh = work.commit("c.txt", "three\n");
    store();
    ssh.gitOk(key, copy, "-c", protocol, "fetch", "-q");
    assertThat(ssh.gitOk(key, copy, "rev-parse", "origin/main").strip()).isEqualTo(fresh);
    assertThat(ssh.gitOk(key, copy, "fsck", "--full")).doesNotContain("error");
  }

  @Test
  void answersInTheVersionThatTheClientAskedFor() {
    Path trace = ssh.directory().resolve("trace");
    ProcessBuilder list = ssh.gitProcess(key, ssh.directory(), "ls-remote", ssh.url(repository));
    list.environment().put("GIT_TRACE_PACKET", trace.toString());
    assertThat(TestingSsh.run(list).status()).isZero();
    assertThat(trace).content(StandardCharsets.UTF_8).contains("< version 2").contains("ls-refs");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void clonesShallowAndPartial(int version) {
    String protocol = "protocol.version=" + version;
    ssh.gitOk(
        key,
        ssh.directory(),
        "-c",
        protocol,
        "clone",
        "-q",
        "--depth=1",
        ssh.url(repository),
        "shallow");
    assertThat(ssh.gitOk(key, ssh.directory().resolve("shallow"), "rev-list", "--count", "HEAD"))
        .isEqualTo("1\n");
    ssh.gitOk(
        key,
        ssh.directory(),
        "-c",
        protocol,
        "clone",
        "-q",
        "--filter=blob:none",
        ssh.url(repository),
        "partial");
    assertThat(ssh.directory().resolve("partial/a.txt")).hasContent("one");
  }

  @Test
  void servesAnArchive() throws IOException {
    ssh.gitOk(
        key,
        ssh.directory(),
        "archive",
        "--remote=" + ssh.url(repository),
        "--prefix=x/",
        "-o",
        "out.tar",
        "main");
    Result list = TestingSsh.run(ssh.directory(), "tar", "tf", "out.tar");
    assertThat(list.out()).contains("x/a.txt").contains("x/b.txt");
  }

  @Test
  void findsARepositoryInAnyCaseWithoutSuffixAndAsScpNamesIt() {
    String path = repository.path();
    for (String url :
        List.of(
            server.sshUrl() + "/" + path,
            server.sshUrl() + "/" + path.toUpperCase(Locale.ROOT) + ".git",
            "git@localhost:" + path)) {
      assertThat(ssh.gitOk(key, ssh.directory(), "ls-remote", url)).contains("refs/heads/main");
    }
  }

  @Test
  void refusesARepositoryThatIsNotThereOrNotForTheUser() {
    Repository secret = TestingProjects.in(server).repository();
    for (String url : List.of(ssh.url(secret), server.sshUrl() + "/nowhere/nothing.git")) {
      Result result = ssh.git(key, ssh.directory(), "ls-remote", url);
      assertThat(result.status()).isEqualTo(128);
      assertThat(result.err()).contains("does not exist");
    }
  }

  @Test
  void refusesAPushOfAReaderInOneSentence() {
    Result result =
        ssh.git(key, work.directory(), "push", ssh.url(repository), "HEAD:refs/heads/other");
    assertThat(result.status()).isEqualTo(128);
    assertThat(result.err()).contains("You have no permission to push to");
  }

  @Test
  void refusesAPushToAnArchivedRepository() {
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    server
        .get(JdbcClient.class)
        .sql("update repository set archived = true, version = version + 1 where id = ?")
        .param(repository.id())
        .update();
    Result result =
        ssh.git(key, work.directory(), "push", ssh.url(repository), "HEAD:refs/heads/x");
    assertThat(result.status()).isEqualTo(128);
    assertThat(result.err()).contains("is archived: it is read-only");
    assertThat(ssh.git(key, ssh.directory(), "ls-remote", ssh.url(repository)).status()).isZero();
  }

  @Test
  void servesAnAccessKeyThatMayReadAndRefusesItsPush() {
    Path access = ssh.createAccessKey(repository, "REPO_READ");
    assertThat(ssh.gitOk(access, ssh.directory(), "ls-remote", ssh.url(repository)))
        .contains("refs/heads/main");
    Result push =
        ssh.git(access, work.directory(), "push", ssh.url(repository), "HEAD:refs/heads/x");
    assertThat(push.status()).isEqualTo(128);
    assertThat(push.err()).contains("You have no permission to push to");
    Repository other = TestingProjects.in(server).repository();
    assertThat(ssh.git(access, ssh.directory(), "ls-remote", ssh.url(other)).err())
        .contains("does not exist");
  }

  @Test
  void servesSeveralCommandsInOneConnectionAndRefusesThemWhenTheKeyIsGone() throws Exception {
    Path socket = ssh.directory().resolve("control");
    List<String> shared = List.of("-S", socket.toString());
    List<String> line = new ArrayList<>(ssh.client(key));
    line.addAll(List.of("-M", "-N", "-S", socket.toString(), "git@localhost"));
    Process master = new ProcessBuilder(line).redirectErrorStream(true).start();
    try {
      await().until(() -> Files.exists(socket));
      String command = "git-upload-pack '/" + repository.path() + ".git'";
      try (var threads = Executors.newFixedThreadPool(5)) {
        List<Callable<Result>> calls = Collections.nCopies(5, () -> ssh.ssh(key, shared, command));
        for (Future<Result> call : threads.invokeAll(calls)) {
          assertThat(call.get().out()).contains("refs/heads/main");
        }
      }
      server
          .get(JdbcClient.class)
          .sql("delete from ssh_key where user_id = ?")
          .param(user.id())
          .update();
      Result after = ssh.ssh(key, shared, command);
      assertThat(after.status()).isEqualTo(1);
      assertThat(after.out()).isEmpty();
      assertThat(after.err()).isNotBlank();
      assertThat(master.isAlive()).as("the connection was used").isTrue();
    } finally {
      master.destroy();
      master.waitFor();
    }
  }

  @Test
  void sendsAClientThatKeepsItsConnectionElsewhereWhileTheNodeDrains() throws Exception {
    Path socket = ssh.directory().resolve("kept");
    List<String> line = new ArrayList<>(ssh.client(key));
    line.addAll(List.of("-M", "-N", "-S", socket.toString(), "git@localhost"));
    Path said = ssh.directory().resolve("kept.log");
    Process master =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    NodeStatus node = server.get(NodeStatus.class);
    try {
      await().until(() -> Files.exists(socket));
      List<String> shared = List.of("-S", socket.toString());
      String command = "git-upload-pack '/" + repository.path() + ".git'";
      assertThat(ssh.ssh(key, shared, command).out()).contains("refs/heads/main");
      node.drain();
      Result elsewhere = ssh.ssh(key, shared, command);
      assertThat(elsewhere.err()).contains("Session open refused by peer");
      assertThat(elsewhere.out()).as("over a new connection").contains("refs/heads/main");
    } finally {
      node.activate();
      master.destroy();
      master.waitFor();
    }
    assertThat(said).content().contains("This node takes no new work; connect again");
  }

  @Test
  void servesThirtySessionsAtOnce() throws Exception {
    try (var threads = Executors.newFixedThreadPool(30)) {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        calls.add(() -> ssh.gitOk(key, ssh.directory(), "ls-remote", ssh.url(repository)));
      }
      for (Future<String> call : threads.invokeAll(calls)) {
        assertThat(call.get()).contains("refs/heads/main");
      }
    }
  }

  @Test
  void writesALineToTheAccessLog() {
    ssh.gitOk(key, ssh.directory(), "clone", "-q", ssh.url(repository), "logged");
    Path log = server.home().resolve("log/access.log");
    await()
        .untilAsserted(() ->
            assertThat(Files.readAllLines(log))
                .filteredOn(line -> line.contains("repository:" + repository.path()))
                .singleElement()
                .asString()
                .contains("127.0.0.1 | ssh | @")
                .contains(" | " + user.name() + " | ")
                .contains("git-upload-pack '/" + repository.path().toLowerCase(Locale.ROOT))
                .contains("SSH-2.0-OpenSSH")
                .contains("clone"));
  }
}
