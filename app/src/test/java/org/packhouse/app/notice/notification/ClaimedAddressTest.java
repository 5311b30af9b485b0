package org.packhouse.app.networks.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/**
 * Account whose primary address is another's, and not confirmed: neither commits nor rights that
 * hang on the address come to it, whether the other still has the address or nobody has.
 */
class ClaimedAddressTest {

  private static final String PASSWORD = "a-password-of-claims";
  private static final String HOOKS =
      "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:verify-";

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final User owner = user("owner");
  private final User claimant = user("claimant");
  private final String address = String.valueOf(owner.emailAddress());
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String path = Links.to(repository);
  private GitFixture work;

  @BeforeEach
  void claim() {
    setAddress(claimant, address);
    server
        .get(PermissionGrants.class)
        .grant(
            new Grantee.ToUser(claimant.id(), claimant.name()),
            new RepositoryId(repository.id()),
            Permission.REPO_WRITE);
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository, claimant.name(), PASSWORD));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "HEAD:main", "HEAD:other");
  }

  private User user(String prefix) {
    return TestingPeople.of(server).createUser(TestingPeople.uniqueName(prefix), PASSWORD);
  }

  private void setAddress(User user, String email) {
    String body = "{'name':'%s','email':'%s'}".formatted(user.name(), email);
    assertThat(admin.put("admin/users", body).status()).isEqualTo(200);
  }

  /** Leaves the address to the claimant alone, whose confirmation of it is waited for. */
  private void leaveAddress() {
    setAddress(owner, TestingPeople.uniqueName("fresh") + "@example.org");
    server.get(OtherAddresses.class).add(claimant, address, false);
  }

  private void enable(String hook) {
    String enabled = path.substring(1) + "/settings/hooks/" + HOOKS + hook + "/enabled";
    assertThat(admin.put(enabled, "{}").status()).isEqualTo(200);
  }

  private void commitAsOwner(String... options) {
    work.write("file", "of " + System.nanoTime());
    work.git("add", "file");
    String[] words = {"commit", "--quiet", "-m", "Claim"};
    String[] all = new String[words.length + options.length];
    System.arraycopy(words, 0, all, 0, words.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    work.with("GIT_AUTHOR_EMAIL", address)
        .with("GIT_AUTHOR_NAME", "Some Body")
        .with("GIT_COMMITTER_EMAIL", address)
        .git(all);
  }

  private void assertRefused(String reason) {
    GitFixture.Result push = work.run("push", "origin", "HEAD:main");
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    assertThat(push.errors()).contains(reason);
  }

  private String page(String page) {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      return browser.get(path + page).body();
    }
  }

  @Test
  void theirCommitterIsNotThePusher() {
    enable("committer-hook");
    commitAsOwner();
    assertRefused("committer is not the pusher");
    leaveAddress();
    assertRefused("committer is not the pusher");
  }

  @Test
  void aSignatureByTheirNewKeyIsNotVerified() throws IOException {
    Path key = directory.resolve("key");
    List<String> generate =
        List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString());
    assertThat(work.execute(generate, new byte[0]).exitCode()).isZero();
    work.git("config", "gpg.format", "ssh");
    work.git("config", "user.signingkey", key.toString());
    String text = Files.readString(directory.resolve("key.pub")).strip();
    assertThat(
            TestingRest.user(server, claimant.name(), PASSWORD)
                .post("/rest/ssh/1.0/keys", "{'text':'" + text + "'}")
                .status())
        .isEqualTo(201);
    commitAsOwner("-S");
    work.git("push", "--quiet", "origin", "HEAD:main");
    String page = "/commits/" + work.git("rev-parse", "HEAD").strip();
    assertThat(page(page)).doesNotContain(">Verified<").contains("Unverified");

    enable("commit-signature-hook");
    commitAsOwner("-S");
    String refused = "is of a key of " + claimant.name() + ", who is not ";
    assertRefused(refused);
    leaveAddress();
    assertRefused(refused);
    assertThat(page(page)).doesNotContain(">Verified<").contains("Unverified");
  }

  @Test
  void theyOwnNoFilesAndReviewNothingByIt() {
    work.write("CODEOWNERS", "* " + address + "\n");
    work.git("add", "CODEOWNERS");
    work.git("commit", "--quiet", "-m", "Own");
    work.git("push", "--quiet", "origin", "HEAD:main");
    work.git("checkout", "--quiet", "-b", "topic");
    work.commit("file", "1");
    work.git("push", "--quiet", "origin", "topic");
    String rest = path.substring(1) + "/pull-requests";
    String body = "{'title':'Owned','fromRef':{'id':'topic'},'toRef':{'id':'main'}}";
    String created = "/pull-requests?create&sourceBranch=topic&targetBranch=main";
    assertThat(page(created))
        .contains("Test " + owner.name())
        .doesNotContain("Test " + claimant.name());
    assertThat(admin.post(rest, body).status()).isEqualTo(201);
    assertThat(page("/pull-requests/1/diff")).contains("Owned by Test " + owner.name());

    leaveAddress();
    assertThat(page(created)).doesNotContain("Test " + claimant.name());
    assertThat(page("/pull-requests/1/diff"))
        .contains("Owned by " + address)
        .doesNotContain("Owned by Test ");
    String condition =
        """
        {'requiredApprovals':1,'reviewers':[{'name':'%s'}],
         'sourceMatcher':{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}},
         'targetMatcher':{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}}}
        """
            .formatted(address);
    String conditions = "/rest/default-reviewers/1.0" + path + "/condition";
    Response refused = admin.post(conditions, condition);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains(address, "is not a user");
  }

  @Test
  void commitsThatNameItAreNotTheirs() {
    commitAsOwner();
    work.git("push", "--quiet", "origin", "HEAD:main");
    String commits = path.substring(1) + "/commits";
    assertThat(admin.get(commits).at("/values/0/author/name")).isEqualTo(owner.name());
    assertThat(page("/commits"))
        .contains("/users/" + owner.slug())
        .doesNotContain("/users/" + claimant.slug());

    leaveAddress();
    commitAsOwner();
    work.git("push", "--quiet", "origin", "HEAD:main");
    assertThat(admin.get(commits).at("/values/0/author/slug")).isEmpty();
    for (String page : List.of("/commits", "/browse", "/browse/file?blame=true")) {
      assertThat(page(page)).as(page).doesNotContain("/users/" + claimant.slug());
    }
  }
}
