package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.key.UserKeys;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.hooks.PreReceiveCheck;

/** Access that is revoked while a conversation or a push goes on. */
class RevokedMeanwhileTest {

  private static final String PASSWORD = "correct horse battery";
  private static final AtomicReference<Runnable> IN_THE_PUSH = new AtomicReference<>(() -> {});

  private static final PreReceiveCheck REVOKING =
      push -> {
        IN_THE_PUSH.getAndSet(() -> {}).run();
        return List.of();
      };
  private static final TestingServer SERVER =
      TestingServer.builder().withPiece("revokingCheck", REVOKING).start();

  @TempDir Path directory;

  private final TestingPeople people = TestingPeople.of(SERVER);
  private final Repository repository = TestingProjects.in(SERVER).repository();
  private final User user = people.createUser(TestingPeople.uniqueName("revoked"), PASSWORD);

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"permission", "password", "account"})
  void aPushMovesNoRefOnceAccessIsRevoked(String what) {
    grant(Permission.REPO_WRITE);
    GitFixture git = GitFixture.workTree(directory);
    git.commit("a", "1");
    String url = SERVER.cloneUrl(repository, user.name(), PASSWORD.replace(" ", "%20"));
    git.git("push", "--quiet", url, "HEAD:refs/heads/first");

    IN_THE_PUSH.set(() -> revoke(what));
    git.commit("a", "2");
    GitFixture.Result refused = git.run("push", url, "HEAD:refs/heads/second");

    assertThat(refused.errors()).contains("permission was revoked").contains("any more");
    assertThat(git.git("ls-remote", SERVER.cloneUrl(repository))).doesNotContain("second");
  }

  private void revoke(String what) {
    switch (what) {
      case "permission" -> people.revoke(user, new RepositoryId(repository.id()));
      case "password" -> SERVER.get(Passwords.class).set(user, "another password");
      default -> SERVER.get(Accounts.class).activate(user, false);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"permission", "key"})
  void anOpenSshSessionAsksAgainAtEachCommand(String what)
      throws IOException, InterruptedException {
    grant(Permission.REPO_READ);
    GitFixture git = GitFixture.workTree(directory);
    git.commit("a", "1");
    git.git("push", "--quiet", SERVER.cloneUrl(repository), "HEAD:refs/heads/main");
    try (TestingSsh ssh = TestingSsh.of(SERVER)) {
      Path key = ssh.createKey(user);
      List<String> line = new ArrayList<>(ssh.client(key));
      line.addAll(List.of("-o", "SendEnv=GIT_PROTOCOL", "git@localhost"));
      line.add("git-upload-pack '" + repository.path() + ".git'");
      ProcessBuilder builder = new ProcessBuilder(line);
      builder.environment().put("GIT_PROTOCOL", "version=2");
      Process process = builder.start();
      try (InputStream in = process.getInputStream();
          OutputStream out = process.getOutputStream()) {
        assertThat(untilFlush(in)).contains("ls-refs");
        assertThat(lsRefs(out, in)).contains("refs/heads/main");
        if (what.equals("key")) {
          SERVER.get(UserKeys.class).removeAll(user);
        } else {
          people.revoke(user, new RepositoryId(repository.id()));
        }
        assertThat(lsRefs(out, in)).contains("ERR").doesNotContain("refs/heads/main");
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private void grant(Permission permission) {
    people.grant(user, new RepositoryId(repository.id()), permission);
  }

  private static String lsRefs(OutputStream out, InputStream in) throws IOException {
    out.write("0014command=ls-refs\n0000".getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return untilFlush(in);
  }

  /** What the server says until a flush packet or its end. */
  private static String untilFlush(InputStream in) throws IOException {
    StringBuilder said = new StringBuilder();
    while (true) {
      byte[] length = in.readNBytes(4);
      if (length.length < 4) {
        return said.toString();
      }
      int size = Integer.parseInt(new String(length, StandardCharsets.US_ASCII), 16);
      if (size == 0) {
        return said.toString();
      }
      said.append(new String(in.readNBytes(size - 4), StandardCharsets.UTF_8));
    }
  }
}
