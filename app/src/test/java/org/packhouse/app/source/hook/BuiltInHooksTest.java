package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.OtherAddress;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Hooks over REST, and what they refuse to real git over HTTP and SSH, and to edits. */
class BuiltInHooksTest {

  private static final String BUNDLED = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:";
  private static final String OWN = "org.packhouse.hooks:";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "projects/" + repository.project().key() + "/settings/hooks/";
  private final String api =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();
  private final String hooks = api + "/settings/hooks/";

  @TempDir private Path temporary;
  private GitFixture work;

  @BeforeEach
  void push() {
    work = GitFixture.workTree(temporary.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
  }

  private void enable(String where, String key, String settings) {
    Response enabled = admin.put(where + key + "/enabled", settings);
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
    assertThat(enabled.at("/enabled")).isEqualTo("true");
  }

  private GitFixture.Result pushed(String... more) {
    String[] words = new String[more.length + 2];
    words[0] = "push";
    words[1] = "origin";
    System.arraycopy(more, 0, words, 2, more.length);
    return work.run(words);
  }

  private static void assertRefused(GitFixture.Result push, String reason, String remote) {
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    assertThat(push.errors()).contains("(" + reason + ")").contains("remote: " + remote);
  }

  @Test
  void aRepositorySaysOtherwiseThanItsProject() {
    String key = BUNDLED + "force-push-hook";
    assertThat(admin.get(hooks + key).at("/enabled")).isEqualTo("false");
    enable(project, key, "{}");
    assertThat(admin.get(hooks + key).at("/enabled")).isEqualTo("true");
    assertThat(admin.get(hooks + key).at("/scope/type")).isEqualTo("PROJECT");
    work.git("commit", "--quiet", "--amend", "-m", "Other");
    assertRefused(
        pushed("--force", "main"),
        "force push rejected",
        "refs/heads/main may not be force-pushed");
    assertThat(admin.delete(hooks + key + "/enabled").at("/scope/type")).isEqualTo("REPOSITORY");
    assertThat(pushed("--force", "main").exitCode()).isZero();
    assertThat(admin.delete(hooks + key).status()).isEqualTo(204);
    assertThat(admin.get(hooks + key).at("/enabled")).isEqualTo("true");
    assertThat(admin.get(api + "/settings/hooks?type=PRE_RECEIVE").json().at("/values")).hasSize(7);
    assertThat(admin.get(hooks + "no-such-hook").status()).isEqualTo(404);
  }

  @Test
  void aBranchStaysTheLineOfFirstParents() {
    enable(hooks, OWN + "first-parent-order", "{}");
    work.git("switch", "--quiet", "-c", "topic");
    work.commit("topic", "1");
    work.git("switch", "--quiet", "main");
    work.commit("file", "1");
    assertThat(pushed("main", "topic").exitCode()).isZero();
    work.git("switch", "--quiet", "topic");
    work.git("merge", "--quiet", "--no-ff", "-m", "Take in main", "main");
    assertThat(pushed("topic").exitCode()).isZero();
    // Nothing of it is new any more.
    assertRefused(
        pushed("topic:main"),
        "first-parent order changed",
        "refs/heads/main would be merged into other work");
    work.commit("topic", "2");
    assertRefused(
        pushed("topic:main"),
        "first-parent order changed",
        "refs/heads/main would be merged into other work");
    work.git("switch", "--quiet", "main");
    work.git("merge", "--quiet", "--no-ff", "-m", "Take in topic", "topic");
    assertThat(pushed("main").exitCode()).isZero();
    work.git("reset", "--quiet", "--hard", "HEAD^");
    assertThat(pushed("--force", "main").exitCode()).isZero();
  }

  @Test
  void theCommitterIsWhoPushes() {
    enable(hooks, BUNDLED + "verify-committer-hook", "{}");
    work.commit("file", "1");
    assertRefused(pushed("main"), "committer is not the pusher", "Commit ");
    String email = admin.get("users/" + TestingServer.ADMIN).at("/emailAddress");
    work.with("GIT_COMMITTER_EMAIL", email).git("commit", "--quiet", "--amend", "-m", "Mine");
    assertThat(pushed("main").exitCode()).isZero();
    String other = TestingPeople.uniqueName("other") + "@example.org";
    work.with("GIT_COMMITTER_EMAIL", other).git("commit", "--quiet", "--amend", "-m", "Also");
    assertRefused(pushed("--force", "main"), "committer is not the pusher", "Commit ");
    User pusher = TestingPeople.of(server).user(TestingServer.ADMIN);
    OtherAddresses addresses = server.get(OtherAddresses.class);
    OtherAddress added = addresses.add(pusher, other, true);
    assertThat(pushed("--force", "main").exitCode()).isZero();
    assertThat(addresses.remove(pusher, added.id())).isTrue();
  }

  @Test
  void largeFilesAreRefusedInWhicheverCommit() {
    enable(hooks, OWN + "max-file-size", "{'maxBytes':1000}");
    assertThat(admin.get(hooks + OWN + "max-file-size/settings").at("/maxBytes")).isEqualTo("1000");
    work.commit("large.txt", "x".repeat(1001));
    work.git("rm", "--quiet", "large.txt");
    work.git("commit", "--quiet", "-m", "Remove");
    assertRefused(pushed("main"), "file too large", "large.txt in commit ");
    work.git("reset", "--quiet", "--hard", "origin/main");
    work.commit("small.txt", "x".repeat(1000));
    assertThat(pushed("main").exitCode()).isZero();
    assertThat(admin.put(hooks + OWN + "max-file-size/settings", "{'maxBytes':0}").status())
        .isEqualTo(400);
  }

  @Test
  void messagesMatchAPatternWhichCannotKeepTheServerBusy() {
    String key = OWN + "commit-message-pattern";
    assertThat(admin.put(hooks + key + "/enabled", "{'pattern':'('}").status()).isEqualTo(400);
    assertThat(admin.put(hooks + key + "/enabled", "{}").status()).isEqualTo(400);
    enable(hooks, key, "{'pattern':'^[A-Z]+-[0-9]+ '}");
    work.write("file", "1");
    work.commitAll("Without a key");
    assertRefused(pushed("main"), "commit message refused", "The message of commit ");
    work.git("commit", "--quiet", "--amend", "-m", "KEY-1 With a key");
    assertThat(pushed("main").exitCode()).isZero();
    enable(hooks, key, "{'pattern':'^(a+)+$'}");
    work.write("file", "2");
    work.commitAll("a".repeat(100) + "b");
    assertRefused(pushed("main"), "commit message refused", "The message of commit ");
  }

  @Test
  void secretsAreNamedByFileAndLineAndNeverPrinted() {
    enable(hooks, OWN + "block-secrets", "{'allowedPaths':['test/']}");
    String token = "gh" + "p_" + "A1b2".repeat(9);
    work.commit("config/app.yml", "a: 1\ntoken: " + token + "\n");
    GitFixture.Result refused = pushed("main");
    assertRefused(refused, "secret found", "config/app.yml, line 2, in commit ");
    assertThat(refused.errors()).contains("a token of GitHub").doesNotContain(token);
    Response edit =
        admin.sendAs(
            "PUT",
            api + "/browse/made.txt",
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\n"
                + token
                + "\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"branch\"\r\n\r\nmain\r\n--b--\r\n");
    assertThat(edit.status()).as(edit.response().body()).isEqualTo(409);
    assertThat(edit.message()).contains("made.txt, line 1").doesNotContain(token);
    work.git("reset", "--quiet", "--hard", "origin/main");
    work.commit("test/app.yml", "token: " + token + "\n");
    assertThat(pushed("main").exitCode()).isZero();
  }

  @Test
  void hooksHoldOverSsh() {
    enable(project, OWN + "max-file-size", "{'maxBytes':10}");
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createAccessKey(repository, "REPO_WRITE");
      work.commit("large.txt", "more than ten bytes");
      TestingSsh.Result refused =
          ssh.git(key, work.directory(), "push", ssh.url(repository), "HEAD:refs/heads/new");
      assertThat(refused.status()).isNotZero();
      assertThat(refused.err()).contains("remote: large.txt in commit ", "(file too large)");
    }
  }
}
