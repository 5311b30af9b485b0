package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Pages on which keys of issues are links, and those where it is set to which tracker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IssueLinksTest {

  private static final String TRACKER = "https://jira.example.com/browse/{key}?a&b";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final TestingBrowser browser = TestingBrowser.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private final String settings = home + "/settings/issue-tracker";
  private final String path =
      "projects/%s/repos/%s/".formatted(repository.project().key(), repository.slug());
  private String commit = "";

  @BeforeAll
  void push(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("README.md", "1\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    git.git("switch", "-q", "-c", "feature/ABC-5-topic");
    git.write("file", "1\n");
    commit =
        git.commitAll(
            "ABC-1: <b>begin</b>\n\nSee #1, OPS-2, UTF-8, @admin and https://h.example.com/ABC-3.");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD");
    String open =
        "{'title':'ABC-4: <i>title</i>','description':'ABC-6, `ABC-7`, <a href=\\\"ABC-8\\\">x</a>, https://h.example.com/?q=ABC-9 and [ABC-10](https://h.example.com)','fromRef':{'id':'feature/ABC-5-topic'},'toRef':{'id':'main'}}";
    assertThat(admin.post(path + "pull-requests", open).status()).isEqualTo(201);
    String comments = path + "commits/" + commit + "/comments";
    assertThat(admin.post(comments, "{'text':'As <u>ABC-11</u> says'}").status()).isEqualTo(201);
    set(TRACKER, "ABC, OPS");
  }

  @AfterAll
  void close() {
    browser.close();
  }

  private HttpResponse<String> set(String url, String prefixes) {
    return browser.submit(settings, settings, "choice", "OWN", "url", url, "prefixes", prefixes);
  }

  private static String link(String key) {
    return "<a rel=\"noopener noreferrer nofollow\" href=\"https://jira.example.com/browse/%1$s?a&amp;b\">%1$s</a>"
        .formatted(key);
  }

  private static String badge(String key) {
    return "href=\"https://jira.example.com/browse/%1$s?a&amp;b\">%1$s</a>".formatted(key);
  }

  private String page(String path) {
    return browser.get(home + path).body();
  }

  @Test
  void aCommitLinksWhatItsMessageAndCommentsName() {
    assertThat(page("/commits/" + commit))
        .contains(
            link("ABC-1") + ": &lt;b&gt;begin&lt;/b&gt;</h2>",
            "<a href=\"%s/pull-requests/1\">#1</a>, ".formatted(home) + link("OPS-2") + ", UTF-8,",
            "@admin and https://h.example.com/ABC-3.");
    assertThat(page("/commits/" + commit + "/comments"))
        .contains("As &lt;u&gt;" + link("ABC-11") + "&lt;/u&gt; says");
  }

  @Test
  void listsOfCommitsShowTheIssuesOfEach() {
    for (String list :
        new String[] {
          "/commits?at=feature/ABC-5-topic",
          "/pull-requests/1/commits",
          "/compare/commits?sourceBranch=feature/ABC-5-topic"
        }) {
      assertThat(page(list))
          .contains(badge("ABC-1"), badge("OPS-2"))
          .doesNotContain("browse/ABC-3", "browse/UTF-8");
    }
  }

  @Test
  void aPullRequestLinksWhatItsTitleAndWordsName() {
    String overview = page("/pull-requests/1");
    assertThat(overview)
        .contains(
            link("ABC-4") + ": &lt;i&gt;title&lt;/i&gt;",
            "<p dir=\"auto\">" + link("ABC-6"),
            "&#34;" + link("ABC-8") + "&#34;&gt;x&lt;/a&gt;")
        .doesNotContain("browse/ABC-7", "browse/ABC-9", "browse/ABC-10");
  }

  @Test
  void aPullRequestNamesTheIssuesOfItsBranchTitleAndCommits() {
    String issues = "/rest/jira/1.0/" + path + "pull-requests/1/issues";
    assertThat(admin.get(issues).response().body())
        .isEqualTo(
            Stream.of("ABC-5", "ABC-4", "ABC-1", "OPS-2")
                .map(key ->
                    "{\"key\":\"%1$s\",\"url\":\"https://jira.example.com/browse/%1$s?a&b\"}"
                        .formatted(key))
                .collect(Collectors.joining(",", "[", "]")));
    assertThat(page("/pull-requests/1"))
        .contains("id=\"issues-title\"", badge("ABC-5"), badge("OPS-2"));
    set(TRACKER, "OPS");
    assertThat(admin.get(issues).json()).hasSize(1);
    browser.submit(settings, settings, "choice", "NONE");
    assertThat(admin.get(issues).response().body()).isEqualTo("[]");
    assertThat(page("/pull-requests/1")).doesNotContain("id=\"issues-title\"", "jira.example.com");
    set(TRACKER, "ABC, OPS");
  }

  @Test
  void theTrackerIsSetInheritedAndSwitchedOff() {
    Repository other = TestingProjects.in(server).repository(repository.project());
    String ofProject = Links.to(repository.project()) + "/settings/issue-tracker";
    String ofOther = Links.to(other) + "/settings/issue-tracker";
    HttpResponse<String> wrong =
        browser.submit(
            ofProject, ofProject, "choice", "OWN", "url", "javascript:{key}", "prefixes", "x");
    assertThat(wrong.statusCode()).isEqualTo(400);
    String unchosen = "https://p/{key}";
    assertThat(browser.submit(ofProject, ofProject, "choice", "INHERITED", "url", unchosen).body())
        .contains("id=\"error-url\"", "Choose “This issue tracker”", "value=\"" + unchosen);
    assertThat(wrong.body()).contains("id=\"error-url\"", "value=\"javascript:{key}\"");
    assertThat(
            browser
                .submit(
                    ofProject, ofProject, "choice", "OWN", "url", "https://p/{key}", "prefixes", "")
                .body())
        .contains("The issue tracker is saved.", "value=\"https://p/{key}\"");
    assertThat(browser.get(ofOther).body())
        .contains("What the project says", "There they lead to https://p/{key}");
    assertThat(browser.submit(ofOther, ofOther, "choice", "NONE").body())
        .containsPattern("value=\"NONE\"[^>]*checked");
    assertThat(browser.submit(ofOther, ofOther, "choice", "INHERITED").body())
        .containsPattern("value=\"INHERITED\"[^>]*checked");
    browser.submit(ofProject, ofProject, "choice", "INHERITED");
    assertThat(browser.get(ofOther).body()).contains("There they lead nowhere.");
    assertThat(page("/settings/issue-tracker"))
        .contains("value=\"https://jira.example.com/browse/{key}?a&amp;b\"", "value=\"ABC, OPS\"");
  }
}
