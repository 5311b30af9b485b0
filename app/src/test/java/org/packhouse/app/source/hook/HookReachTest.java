package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Processes;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Every built-in hook on every way that a ref moves, and what they cost. */
class HookReachTest {

  private static final String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";
  private static final String OWN = "org.packhouse.hooks:";
  private static final String PASSWORD = "a-pushers-password";
  private static final String PATTERN = OWN + "commit-message-pattern";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final User user =
      TestingPeople.of(server).createUser(TestingPeople.uniqueName("pusher"), PASSWORD);
  private final String api =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  private final String email = String.valueOf(user.emailAddress());

  @TempDir private Path directory;
  private GitFixture work;

  @BeforeEach
  void push() {
    server
        .get(PermissionGrants.class)
        .grant(
            new Grantee.ToUser(user.id(), user.name()),
            new RepositoryId(repository.id()),
            Permission.REPO_WRITE);
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository, user.name(), PASSWORD));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
  }

  private void enable(String key, String settings) {
    Response enabled = admin.put(api + "/settings/hooks/" + key + "/enabled", settings);
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
  }

  @Test
  void eachRefusesOverHttpAndSshWithItsWords() {
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey(user);
      assertRefused(
          ssh,
          key,
          BUNDLED + "force-push-hook",
          "refs/heads/main may not be force-pushed",
          it -> it.git("commit", "--quiet", "--amend", "-m", "Other"));
      assertRefused(
          ssh,
          key,
          BUNDLED + "verify-committer-hook",
          "has the committer ",
          it -> it.commit("file", "1"));
      assertRefused(
          ssh,
          key,
          BUNDLED + "verify-commit-signature-hook",
          " is not signed.",
          it -> it.commit("file", "1"));
      assertRefused(ssh, key, PATTERN, "The message of commit ", it -> it.commit("file", "1"));
      assertRefused(
          ssh,
          key,
          OWN + "max-file-size",
          "large in commit ",
          it -> it.commit("large", "more than ten bytes"));
      assertRefused(
          ssh,
          key,
          OWN + "block-secrets",
          "token, line 1, in commit ",
          it -> it.commit("token", "gh" + "p_" + "A1b2".repeat(9)));
    }
  }

  private void assertRefused(
      TestingSsh ssh, Path key, String hook, String words, Consumer<GitFixture> offence) {
    enable(hook, hook.equals(PATTERN) ? "{'pattern':'^KEY-1'}" : "{'maxBytes':10}");
    offence.accept(work);
    GitFixture.Result http = work.run("push", "--force", "origin", "main");
    assertThat(http.exitCode()).as(hook).isNotZero();
    assertThat(http.errors()).contains("remote: ", words);
    TestingSsh.Result over =
        ssh.git(key, work.directory(), "push", "--force", ssh.url(repository), "main");
    assertThat(over.status()).as(hook).isNotZero();
    assertThat(over.err()).contains("remote: ", words);
    assertThat(admin.delete(api + "/settings/hooks/" + hook).status()).isEqualTo(204);
    work.git("reset", "--quiet", "--hard", "origin/main");
  }

  @Test
  void anAtomicPushIsAllOrNothing() {
    enable(OWN + "max-file-size", "{'maxBytes':10}");
    work.git("branch", "good");
    work.commit("large", "more than ten bytes");
    GitFixture.Result refused = work.run("push", "--atomic", "origin", "good", "main:bad");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(work.git("ls-remote", "origin")).doesNotContain("good", "bad");
    GitFixture.Result partly = work.run("push", "origin", "good", "main:bad");
    assertThat(partly.exitCode()).isNotZero();
    assertThat(work.git("ls-remote", "origin")).contains("good").doesNotContain("bad");
  }

  @Test
  void mergesAndEditsAreAskedToo() {
    work.git("switch", "--quiet", "-c", "topic");
    work.commit("topic", "1");
    work.git("push", "--quiet", "origin", "topic");
    Response opened =
        admin.post(
            api + "/pull-requests", "{'title':'t','fromRef':{'id':'topic'},'toRef':{'id':'main'}}");
    String strategies = "{'mergeConfig':{'strategies':[{'id':'no-ff'},{'id':'squash'}]}}";
    assertThat(admin.post(api + "/settings/pull-requests", strategies).status()).isEqualTo(200);
    enable(PATTERN, "{'pattern':'KEY-[0-9]'}");
    String merge = api + "/pull-requests/" + opened.at("/id") + "/merge?version=0";
    Response refused = admin.post(merge, "{'strategyId':'squash','message':'No key'}");
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(409);
    assertThat(refused.response().body()).contains("The message of commit ");
    Response merged = admin.post(merge, "{'strategyId':'squash','message':'KEY-1 Merge'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
    assertThat(edited("No key").message()).contains("The message of commit ");
    assertThat(edited("KEY-2 Edit").status()).isEqualTo(200);
  }

  private Response edited(String message) {
    String part = "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n";
    return admin.sendAs(
        "PUT",
        api + "/browse/made.txt",
        "multipart/form-data; boundary=b",
        part.formatted("content", message)
            + part.formatted("message", message)
            + part.formatted("branch", "main")
            + "--b--\r\n");
  }

  @Test
  void aSmallPushStartsNoProcessAndALargeOneTwo() {
    enable(BUNDLED + "force-push-hook", "{}");
    enable(OWN + "first-parent-order", "{}");
    enable(BUNDLED + "verify-committer-hook", "{}");
    enable(BUNDLED + "verify-commit-signature-hook", "{}");
    enable(PATTERN, "{'pattern':'file'}");
    enable(OWN + "max-file-size", "{}");
    enable(OWN + "block-secrets", "{}");
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey(user);
      work.git("config", "gpg.format", "ssh");
      work.git("config", "user.signingkey", key.toString());
      work.with("GIT_COMMITTER_EMAIL", email);
      assertThat(started(8)).isZero();
      // index-pack, and whether all is connected
      assertThat(started(3_000_000)).isEqualTo(2);
    }
  }

  /** Processes of a push of a commit that changes a file to so many characters, like no others. */
  private long started(int length) {
    Random random = new Random(length);
    return Processes.of(
        server,
        () -> {
          StringBuilder content = new StringBuilder();
          random.ints(length, ' ', '~').forEach(it -> content.append((char) it));
          work.write("file", content.toString());
          work.git("add", "file");
          work.git("commit", "--quiet", "-S", "-m", "Change file");
          GitFixture.Result push = work.run("push", "origin", "main");
          assertThat(push.exitCode()).as(push.errors()).isZero();
        });
  }
}
