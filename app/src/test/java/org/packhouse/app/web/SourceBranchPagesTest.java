package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/**
 * Buttons of a pull request that make commits on its source branch, and the one that watches it.
 */
class SourceBranchPagesTest {

  private static final String PASSWORD = "Their-password-1";
  private static final Pattern VERSION =
      Pattern.compile("name=\"version\" value=\"(\\d+)\"", Pattern.DOTALL);

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String one = Links.to(repository) + "/pull-requests/1";
  private final String rest = one.substring(1);
  private GitFixture git;

  @BeforeEach
  void open(@TempDir Path directory) {
    git = GitFixture.workTree(directory.resolve("work"));
    git.git("remote", "add", "origin", server.cloneUrl(repository));
    git.commit("README.md", "one\n");
    git.git("branch", "base");
    git.commit("topic.txt", "a\nb\nc\n");
    git.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    git.git("reset", "--quiet", "--hard", "base");
    git.commit("more.txt", "1\n");
    git.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    assertThat(
            admin
                .post(
                    rest.replace("/1", ""),
                    "{'title':'Add it','fromRef':{'id':'topic'},'toRef':{'id':'main'}}")
                .status())
        .isEqualTo(201);
  }

  private String tip() {
    git.git("fetch", "--quiet", "origin", "topic");
    return git.git("rev-parse", "FETCH_HEAD");
  }

  private TestingBrowser reader() {
    String name = TestingPeople.uniqueName("reader");
    TestingPeople people = TestingPeople.of(server);
    people.grant(
        people.createUser(name, PASSWORD), new RepositoryId(repository.id()), Permission.REPO_READ);
    return TestingBrowser.of(server, name, PASSWORD);
  }

  @Test
  void rebasesForThoseWhoMayWriteToTheSource() {
    String before = tip();
    try (TestingBrowser browser = TestingBrowser.admin(server);
        TestingBrowser other = reader()) {
      assertThat(other.get(one).body()).doesNotContain(one + "/rebase");
      assertThat(other.get(one + "/rebase").body())
          .contains("Only who may write to the repository of the source branch rebases it.")
          .doesNotContain("name=\"version\"");
      assertThat(other.submit(one, one + "/rebase", "version", "0").statusCode()).isEqualTo(403);
      HttpResponse<String> stale = browser.submit(one, one + "/rebase", "version", "99");
      assertThat(stale.statusCode()).isEqualTo(409);
      assertThat(tip()).isEqualTo(before);

      assertThat(browser.get(one).body()).contains(one + "/rebase");
      Matcher version = VERSION.matcher(browser.get(one + "/rebase").body());
      assertThat(version.find()).isTrue();
      assertThat(browser.submit(one, one + "/rebase", "version", version.group(1)).body())
          .contains("The source branch is rebased.");
      assertThat(git.git("merge-base", "HEAD", tip())).isEqualTo(git.git("rev-parse", "HEAD"));
      awaitTip();
      String now = admin.get(rest).at("/version");
      HttpResponse<String> again = browser.submit(one, one + "/rebase", "version", now);
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(again.body()).contains("there is nothing to rebase");
    }
  }

  @Test
  void appliesWhatACommentSuggestsOnce() {
    String id =
        admin
            .post(
                rest + "/comments",
                "{'text':'Better:\\n```suggestion\\nB\\n```\\nor\\n```suggestion\\nBB\\n```','anchor':{'path':'topic.txt','line':2,'lineType':'ADDED','fileType':'TO'}}")
            .at("/id");
    admin.post(rest + "/comments", "{'text':'```suggestion\\nnowhere\\n```'}");
    String apply = one + "/comments/" + id + "/apply-suggestion";
    try (TestingBrowser browser = TestingBrowser.admin(server);
        TestingBrowser other = reader()) {
      assertThat(other.get(one).body()).doesNotContain("apply-suggestion");
      assertThat(other.submit(one, apply, "version", "0", "suggestion", "1").statusCode())
          .isEqualTo(403);
      assertThat(browser.get(one).body())
          .contains(apply, "Apply suggestion 2")
          .doesNotContain("Apply suggestion<");
      assertThat(browser.submit(one, apply, "version", "9", "suggestion", "2").statusCode())
          .isEqualTo(409);
      assertThat(browser.submit(one, apply, "version", "0", "suggestion", "3").statusCode())
          .isEqualTo(400);
      assertThat(browser.submit(one, apply, "version", "0", "suggestion", "2").body())
          .contains("The suggestion is applied.");
      assertThat(git.git("show", tip() + ":topic.txt")).isEqualTo("a\nBB\nc");
      assertThat(admin.get(rest + "/comments/" + id).at("/threadResolved")).isEqualTo("true");
      awaitTip();
      assertThat(browser.get(one).body()).as("it is resolved").doesNotContain(apply);
      assertThat(browser.submit(one, apply, "version", "0", "suggestion", "2").statusCode())
          .isEqualTo(409);
      HttpResponse<String> again = browser.submit(one, apply, "version", "1", "suggestion", "2");
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(again.body()).contains("no line of the file as it is now");
      admin.post(rest + "/decline?version=" + admin.get(rest).at("/version"), "{}");
      assertThat(browser.get(one).body()).doesNotContain("apply-suggestion");
    }
  }

  @Test
  void aSuggestionBeginsAsTheLinesThatItIsAbout() {
    git.git("checkout", "--quiet", tip());
    git.commit("topic.txt", "a\n````\n  c <b>\nd\n");
    git.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    awaitTip();
    String form = one + "/comments/new?path=topic.txt&fileType=TO&lineType=ADDED&line=3";
    String begin = one + "/comments/suggestion?path=topic.txt&fileType=TO&lineType=ADDED&line=";
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(form).body()).contains("data-suggest=\"" + one + "/comments/sugg");
      HttpResponse<String> one = browser.get(begin + "3");
      assertThat(one.body()).isEqualTo("```suggestion\n  c <b>\n```\n");
      assertThat(one.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
      assertThat(browser.get(begin + "3&startLine=1").body())
          .isEqualTo("`````suggestion\na\n````\n  c <b>\n`````\n");
      for (String wrong : new String[] {"9", "0", "3&startLine=5", "3&until=" + "0".repeat(40)}) {
        assertThat(browser.get(begin + wrong).statusCode()).as(wrong).isEqualTo(404);
      }
    }
  }

  @Test
  void aMergeThatIsRefusedIsNotSaidToBePossible() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(one + "/merge").body()).contains("It can be merged.");
      HttpResponse<String> refused =
          browser.submit(one + "/merge", one + "/merge", "version", "99", "strategy", "no-ff");
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body())
          .contains("role=\"alert\"")
          .doesNotContain("It can be merged.")
          .doesNotContain("Whether it can be merged");
    }
  }

  @Test
  void strategiesThatCannotWorkAreGreyedAndOneThatWorksIsSelected() {
    String settings = rest.replace("/pull-requests/1", "/settings/pull-requests");
    assertThat(enabled(settings, "ff-only", "squash-ff-only", "rebase-ff-only", "squash"))
        .isEqualTo(200);
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String body = browser.get(one + "/merge").body();
      assertThat(radio(body, "ff-only")).contains("disabled").doesNotContain("checked");
      assertThat(radio(body, "squash-ff-only")).contains("disabled").doesNotContain("checked");
      assertThat(radio(body, "rebase-ff-only")).contains("checked").doesNotContain("disabled");
      assertThat(radio(body, "squash")).doesNotContain("checked").doesNotContain("disabled");
      assertThat(body).contains("ff-only takes a fast-forward");
      Response offer = admin.get(rest + "/merge");
      assertThat(offer.at("/canMerge")).isEqualTo("true");
      assertThat(offer.at("/strategies/0/strategyId")).isEqualTo("ff-only");
      assertThat(offer.at("/strategies/0/possible")).isEqualTo("false");
      assertThat(offer.at("/strategies/0/reason")).contains("ff-only takes a fast-forward");
      assertThat(offer.at("/strategies/2/possible")).isEqualTo("true");
      assertThat(offer.json().at("/strategies/2").has("reason")).isFalse();

      git.git("checkout", "--quiet", tip());
      git.commit("more.txt", "2\n");
      git.commit("more.txt", "1\n");
      git.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
      awaitTip();
      body = browser.get(one + "/merge").body();
      assertThat(radio(body, "rebase-ff-only")).contains("disabled").doesNotContain("checked");
      assertThat(radio(body, "squash")).contains("checked").doesNotContain("disabled");
      assertThat(body).contains("Rebased one by one, the commit ").contains("more.txt");

      assertThat(enabled(settings, "ff-only")).isEqualTo(200);
      Response none = admin.get(rest + "/merge");
      assertThat(none.at("/canMerge")).isEqualTo("false");
      assertThat(none.at("/vetoes/0/detailedMessage")).contains("ff-only takes a fast-forward");
      assertThat(browser.get(one + "/merge").body())
          .contains("Cannot be merged by ff-only")
          .doesNotContain("It can be merged.");
    }
  }

  private int enabled(String settings, String... strategies) {
    String ids =
        Stream.of(strategies).map("{'id':'%s'}"::formatted).collect(Collectors.joining(","));
    return admin
        .post(
            settings,
            "{'mergeConfig':{'defaultStrategy':{'id':'%s'},'strategies':[%s]}}"
                .formatted(strategies[0], ids))
        .status();
  }

  private static String radio(String body, String strategy) {
    Matcher input =
        Pattern.compile("<input[^>]* id=\"strategy-%s\"[^>]*>".formatted(strategy)).matcher(body);
    assertThat(input.find()).as(strategy).isTrue();
    return input.group();
  }

  private void awaitTip() {
    String tip = tip();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertThat(admin.get(rest).at("/fromRef/latestCommit")).isEqualTo(tip));
  }
}
