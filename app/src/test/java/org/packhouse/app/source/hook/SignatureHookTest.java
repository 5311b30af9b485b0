package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
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
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Signatures that real git, gpg and ssh-keygen make, and what is made of them. */
class SignatureHookTest {

  private static final String HOOK =
      "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:verify-commit-signature-hook";
  private static final String PASSWORD = "a-signers-password";

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final User user =
      TestingPeople.of(server).createUser(TestingPeople.uniqueName("signer"), PASSWORD);
  private final TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
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
            Permission.REPO_ADMIN);
    work = GitFixture.workTree(directory.resolve("work"));
    work.with("GNUPGHOME", directory.toString());
    work.git("remote", "add", "origin", server.cloneUrl(repository, user.name(), PASSWORD));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
    assertThat(rest.put(api + "/settings/hooks/" + HOOK + "/enabled", "{}").status())
        .isEqualTo(200);
  }

  @AfterEach
  void endAgent() {
    work.execute(List.of("gpgconf", "--kill", "all"), new byte[0]);
  }

  private String refusal(String... refs) {
    GitFixture.Result push = pushed(refs);
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    assertThat(push.errors()).contains("(signature not verified)");
    return push.errors();
  }

  private GitFixture.Result pushed(String... refs) {
    String[] words = new String[refs.length + 2];
    words[0] = "push";
    words[1] = "origin";
    System.arraycopy(refs, 0, words, 2, refs.length);
    return work.run(words);
  }

  private void assertPassed(String... refs) {
    GitFixture.Result push = pushed(refs);
    assertThat(push.exitCode()).as(push.errors()).isZero();
  }

  private String signingKey(String type) throws IOException {
    Path key = directory.resolve(type);
    assertThat(
            work.execute(
                    List.of("ssh-keygen", "-q", "-t", type, "-N", "", "-f", key.toString()),
                    new byte[0])
                .exitCode())
        .isZero();
    work.git("config", "gpg.format", "ssh");
    work.git("config", "user.signingkey", key.toString());
    return Files.readString(directory.resolve(type + ".pub")).strip();
  }

  private void amend() {
    work.with("GIT_COMMITTER_EMAIL", email).git("commit", "--quiet", "--amend", "--no-edit", "-S");
  }

  private String head() {
    return work.git("rev-parse", "HEAD").strip();
  }

  private String commitPage() {
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      assertThat(browser.get(Links.to(repository) + "/commits").statusCode()).isEqualTo(200);
      return browser.get(Links.to(repository) + "/commits/" + head()).body();
    }
  }

  @Test
  void aCommitIsSignedWithAnSshKeyOfItsCommitter() throws IOException {
    work.commit("file", "1");
    String unsigned = head().substring(0, 11);
    assertThat(refusal("main")).contains("Commit " + unsigned + " is not signed.");
    String key = signingKey("ed25519");
    work.git("commit", "--quiet", "--amend", "--no-edit", "-S");
    assertThat(refusal("main")).contains("is of a key that no account has, SHA256:");
    assertThat(rest.post("/rest/ssh/1.0/keys", "{'text':'" + key + "'}").status()).isEqualTo(201);
    assertThat(refusal("main")).contains("is of a key of " + user.name() + ", who is not ");
    amend();
    assertThat(
            Processes.of(
                server,
                () -> {
                  work.commit("file", "signed " + System.nanoTime());
                  amend();
                  assertPassed("main");
                }))
        .isZero();
    assertThat(commitPage()).contains("Verified", "is of the SSH key SHA256:");
    for (String type : new String[] {"ecdsa", "rsa"}) {
      String other = signingKey(type);
      rest.post("/rest/ssh/1.0/keys", "{'text':'" + other + "'}");
      work.commit("file", type);
      amend();
      assertPassed("main");
    }
    assertPassed("main~3:refs/heads/before", "main~2:refs/heads/one");
    long ofOneKey = statements("one");
    assertThat(statements("main")).as("of three keys").isEqualTo(ofOneKey);
    String request = "{'title':'Signed','fromRef':{'id':'main'},'toRef':{'id':'before'}}";
    assertThat(rest.post(api + "/pull-requests", request).status()).isEqualTo(201);
    assertThat(verified("/pull-requests/1/commits")).isEqualTo(3);
    assertThat(verified("/pull-requests?create&sourceBranch=one&targetBranch=before")).isOne();
  }

  /** Statements of the page that compares a branch with the one before anything was signed. */
  private long statements(String branch) {
    String page = "/compare/commits?targetBranch=before&sourceBranch=" + branch;
    int expected = branch.equals("one") ? 1 : 3;
    assertThat(verified(page)).isEqualTo(expected);
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      browser.get(Links.to(repository) + page);
      Runnable compared = () -> browser.get(Links.to(repository) + page);
      assertThat(Processes.of(server, compared)).isZero();
      return Statements.ofRequest(compared);
    }
  }

  private int verified(String page) {
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      return browser.get(Links.to(repository) + page).body().split(">Verified<", -1).length - 1;
    }
  }

  @Test
  void aSignatureBelongsToWhatItStandsIn() throws IOException {
    rest.post("/rest/ssh/1.0/keys", "{'text':'" + signingKey("ed25519") + "'}");
    work.commit("file", "1");
    amend();
    String signed = work.git("cat-file", "commit", "HEAD");
    for (String forged :
        new String[] {
          signed.replace("author ", "author Not "),
          signed.replace("gpgsig -----BEGIN SSH", "gpgsig -----BEGIN PGP"),
          signed.replaceFirst("(?s)(gpgsig .*?\n)(\n)", "$1$1$2"),
          signed.replaceFirst("(gpgsig [^\n]*\n )....", "$1AAAA"),
        }) {
      String id =
          work.execute(
                  List.of("git", "hash-object", "-t", "commit", "-w", "--stdin"),
                  forged.getBytes(StandardCharsets.UTF_8))
              .output()
              .strip();
      assertThat(refusal(id + ":refs/heads/forged")).contains("is not verified: its signature ");
    }
    assertPassed("HEAD:refs/heads/right");
  }

  @Test
  void tagsThatAreObjectsAreSignedToo() throws IOException {
    rest.post("/rest/ssh/1.0/keys", "{'text':'" + signingKey("ed25519") + "'}");
    work.git("tag", "light");
    work.git("tag", "-a", "-m", "Heavy", "heavy");
    assertPassed("light");
    assertThat(refusal("heavy")).contains("Tag heavy is not signed.");
    work.with("GIT_COMMITTER_EMAIL", email);
    work.git("tag", "-s", "-f", "-m", "Heavy", "heavy");
    assertPassed("heavy");
    assertThat(verified("/tags")).isOne();
    String raw = work.git("cat-file", "tag", "heavy");
    String forged =
        work.execute(
                List.of("git", "hash-object", "-t", "tag", "-w", "--stdin"),
                raw.replace("\n\nHeavy", "\n\nForged").getBytes(StandardCharsets.UTF_8))
            .output()
            .strip();
    rest.delete(api + "/settings/hooks/" + HOOK + "/enabled");
    work.git("tag", "-a", "-m", "Of a tag", "nested", "heavy");
    assertPassed(forged + ":refs/tags/forged", "nested");
    try (TestingBrowser browser = TestingBrowser.of(server, user.name(), PASSWORD)) {
      assertThat(browser.get(Links.to(repository) + "/tags").body())
          .contains(">forged<", ">nested<", ">light<", ">Unverified<");
    }
    assertThat(verified("/tags")).as("neither the forged one nor one of a tag").isOne();
  }

  @Test
  void aCommitIsSignedWithAGpgKeyOrItsSubKey() throws IOException {
    gpg("--quick-generate-key", "Signer <" + email + ">", "ed25519", "sign", "0");
    String fingerprint =
        gpg("--list-keys", "--with-colons")
            .lines()
            .filter(line -> line.startsWith("fpr:"))
            .findFirst()
            .orElseThrow()
            .split(":", -1)[9];
    work.git("config", "user.signingkey", fingerprint + "!");
    work.commit("file", "1");
    amend();
    assertThat(refusal("main")).contains("is of a key that no account has, ");
    addGpgKey(fingerprint);
    assertPassed("main");
    assertThat(commitPage()).contains("Verified", "is of the GPG key " + fingerprint.substring(24));
    gpg("--quick-add-key", fingerprint, "ed25519", "sign", "0");
    work.git("config", "user.signingkey", fingerprint);
    work.commit("file", "2");
    amend();
    assertThat(refusal("main")).contains("is of a key that no account has, ");
    assertThat(rest.delete("/rest/gpg/1.0/keys/" + fingerprint).status()).isEqualTo(204);
    addGpgKey(fingerprint);
    assertPassed("main");
    assertThat(rest.delete("/rest/gpg/1.0/keys/" + fingerprint).status()).isEqualTo(204);
    assertThat(commitPage()).contains("Unverified", "no account has");
  }

  private String gpg(String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of("gpg", "--batch", "--pinentry-mode", "loopback", "--passphrase", ""));
    line.addAll(List.of(arguments));
    GitFixture.Result result = work.execute(line, new byte[0]);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result.output();
  }

  private void addGpgKey(String fingerprint) {
    String key = gpg("--armor", "--export", fingerprint).replace("\n", "\\n");
    assertThat(rest.post("/rest/gpg/1.0/keys", "{'text':'" + key + "'}").status()).isEqualTo(200);
  }
}
