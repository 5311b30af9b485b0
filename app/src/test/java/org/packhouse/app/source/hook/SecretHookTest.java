package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Secrets that the rules of Gitleaks alone know, made here of pieces, and what lets them pass. */
class SecretHookTest {

  private static final String KEY = "org.packhouse.hooks:block-secrets";
  private static final Random RANDOM = new Random(18);

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String api =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @TempDir private Path directory;
  private GitFixture work;

  /**
   * Something that must not be pushed.
   *
   * @param line with the secret in it
   */
  record Leak(String rule, String secret, String line) {
    @Override
    public String toString() {
      return rule;
    }
  }

  private static String random(String letters, int length) {
    StringBuilder text = new StringBuilder();
    RANDOM.ints(length, 0, letters.length()).forEach(it -> text.append(letters.charAt(it)));
    return text.toString();
  }

  static List<Leak> leaks() {
    String hex = "0123456789abcdef";
    String aws = "AB" + "IA" + random("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16);
    String slack =
        "xa" + "pp-1-A" + random("BCDEFGHIJ0123", 10) + "-" + random("123456789", 13) + "-";
    String slackToken = slack + random(hex, 64);
    String adafruit = random(hex, 32);
    String linear = "lin_" + "api_" + random("abcdefghijklmnopqrstuvwxyz0123456789", 40);
    return List.of(
        new Leak("aws-access-token", aws, "aws_id: " + aws),
        new Leak("slack-app-token", slackToken, "export SLACK=" + slackToken),
        new Leak("adafruit-api-key", adafruit, "adafruit_key = \"" + adafruit + "\""),
        new Leak("linear-api-key", linear, "const linear = '" + linear + "'"));
  }

  @BeforeEach
  void push() {
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
    enable("{}");
  }

  private void enable(String settings) {
    Response enabled = admin.put(api + "/settings/hooks/" + KEY + "/enabled", settings);
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
  }

  private static void assertNames(String words, Leak leak, String place) {
    assertThat(words)
        .contains(place, "this looks like a secret: " + leak.rule())
        .doesNotContain(leak.secret());
  }

  @ParameterizedTest
  @MethodSource("leaks")
  void isRefusedOverHttpAndSshUnlessAllowed(Leak leak) {
    work.commit("deploy/settings.tf", "first\n\n" + leak.line() + "\nlast\n");
    String place =
        "deploy/settings.tf, line 3, in commit " + work.git("rev-parse", "--short=11", "@").strip();
    GitFixture.Result http = work.run("push", "origin", "main");
    assertThat(http.exitCode()).isNotZero();
    assertNames(http.output() + http.errors(), leak, "remote: " + place);
    assertThat(http.errors()).contains("[remote rejected] main -> main (secret found)");
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createAccessKey(repository, "REPO_WRITE");
      TestingSsh.Result over =
          ssh.git(key, work.directory(), "push", ssh.url(repository), "HEAD:refs/heads/new");
      assertThat(over.status()).isNotZero();
      assertNames(over.out() + over.err(), leak, "remote: " + place);
      String half = leak.secret().substring(0, leak.secret().length() / 2);
      for (String allowed :
          List.of(
              "{'allowedTexts':['" + half + "']}",
              "{'allowedRules':['" + leak.rule() + "']}",
              "{'allowedPaths':['deploy/']}")) {
        enable(allowed);
        String branch = "refs/heads/" + allowed.replaceAll("[^a-zA-Z]", "");
        GitFixture.Result passed = work.run("push", "origin", "HEAD:" + branch);
        assertThat(passed.exitCode()).as(allowed + passed.errors()).isZero();
        assertThat(work.git("push", "origin", ":" + branch)).doesNotContain(leak.secret());
      }
      assertThat(
              ssh.git(key, work.directory(), "push", ssh.url(repository), "HEAD:refs/heads/new")
                  .status())
          .isZero();
    }
  }

  @Test
  void isRefusedBesideTheSameFileWhereItIsAllowed() {
    Leak leak = leaks().getFirst();
    enable("{'allowedPaths':['allowed/']}");
    work.write("allowed/key.yml", leak.line() + "\n");
    work.commit("src/key.yml", leak.line() + "\n");
    work.git("add", "--all");
    work.git("commit", "--quiet", "--amend", "--no-edit");
    GitFixture.Result push = work.run("push", "origin", "main");
    assertThat(push.exitCode()).isNotZero();
    assertNames(push.errors(), leak, "remote: src/key.yml, line 1, in commit ");
  }

  @ParameterizedTest
  @MethodSource("leaks")
  void isRefusedOfAnEditUnlessAllowed(Leak leak) {
    Response edit = edited("main\n" + leak.line());
    assertThat(edit.status()).as(edit.response().body()).isEqualTo(409);
    assertNames(edit.response().body(), leak, "made.txt, line 2, in commit ");
    enable("{'allowedPaths':['made.txt']}");
    assertThat(edited("main\n" + leak.line()).status()).isEqualTo(200);
  }

  private Response edited(String content) {
    String part = "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n";
    return admin.sendAs(
        "PUT",
        api + "/browse/made.txt",
        "multipart/form-data; boundary=b",
        part.formatted("content", content) + part.formatted("branch", "main") + "--b--\r\n");
  }

  static Stream<String> strategies() {
    return Stream.of("no-ff", "ff", "rebase-no-ff", "rebase-ff-only", "squash");
  }

  /** Its commits lie in the target from the day when the pull request was opened. */
  @ParameterizedTest
  @MethodSource("strategies")
  void isRefusedOfAMergeOutOfAForkWhereNobodyLooked(String strategy) {
    Response made = admin.post(api, "{'name':'%s'}".formatted(TestingProjects.name("fork")));
    String fork = "projects/%s/repos/%s".formatted(made.at("/project/key"), made.at("/slug"));
    Leak leak = leaks().getFirst();
    work.git("switch", "--quiet", "-c", "topic");
    work.commit("deploy/key.yml", leak.line() + "\n");
    String leaky = work.git("rev-parse", "--short=11", "@").strip();
    work.git("rm", "--quiet", "deploy/key.yml");
    work.commit("deploy/other.yml", "2: " + leak.line() + "\n");
    String url = server.cloneUrl(repository).replaceFirst("/scm/.*", "");
    work.git(
        "push",
        "--quiet",
        "%s/scm/%s/%s.git".formatted(url, made.at("/project/key"), made.at("/slug")),
        "topic");
    allStrategies();
    Response opened =
        admin.post(
            api + "/pull-requests",
            ("{'title':'t','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},"
                    + "'toRef':{'id':'main'}}")
                .formatted(made.at("/slug"), made.at("/project/key")));
    assertThat(opened.status()).as(fork + opened.response().body()).isEqualTo(201);
    String merge = api + "/pull-requests/" + opened.at("/id") + "/merge?version=0";
    Response refused = admin.post(merge, "{'strategyId':'" + strategy + "'}");
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(409);
    assertNames(refused.response().body(), leak, "deploy/other.yml, line 1, in commit ");
    enable("{'allowedPaths':['deploy/other.yml']}");
    Response older = admin.post(merge, "{'strategyId':'" + strategy + "'}");
    if (strategy.equals("squash")) {
      assertThat(older.status()).as(older.response().body()).isEqualTo(200);
      return;
    }
    assertThat(older.status()).as(older.response().body()).isEqualTo(409);
    assertNames(older.response().body(), leak, "deploy/key.yml, line 1, in commit ");
    if (!strategy.startsWith("rebase")) {
      assertThat(older.response().body()).contains(leaky);
    }
    enable("{'allowedPaths':['deploy/']}");
    Response merged = admin.post(merge, "{'strategyId':'" + strategy + "'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
  }

  private void allStrategies() {
    String ids = String.join(",", strategies().map("{'id':'%s'}"::formatted).toList());
    assertThat(
            admin
                .post(
                    api + "/settings/pull-requests",
                    "{'mergeConfig':{'strategies':[%s]}}".formatted(ids))
                .status())
        .isEqualTo(200);
  }

  @Test
  void whatBranchesHaveAlreadyIsNoNewsToAMerge() {
    assertThat(admin.delete(api + "/settings/hooks/" + KEY + "/enabled").status()).isEqualTo(200);
    work.git("switch", "--quiet", "-c", "topic");
    work.commit("key.yml", leaks().getFirst().line() + "\n");
    work.git("push", "--quiet", "origin", "topic");
    enable("{}");
    Response opened =
        admin.post(
            api + "/pull-requests", "{'title':'t','fromRef':{'id':'topic'},'toRef':{'id':'main'}}");
    String merge = api + "/pull-requests/" + opened.at("/id") + "/merge?version=0";
    Response merged = admin.post(merge, "{}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
    assertThat(admin.post(api + "/branches", "{'name':'at-it','startPoint':'topic'}").status())
        .isEqualTo(200);
  }
}
