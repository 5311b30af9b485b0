package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Reports of programs and what they remark on lines, on the pages of commits and pull requests. */
class InsightPagesTest {

  private static final String HOSTILE = "<script>alert(7)</script>";
  private static final int SHOWN = 50;

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private String commit = "";
  private String page = "";
  private String diff = "";

  @BeforeEach
  void open(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("src/Main.java", lines("old", 100));
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:refs/heads/main");
    git.write("src/Main.java", lines("old", 100).replace("old 50\n", "new 50\n"));
    git.write("new.txt", lines("new", 80));
    commit = git.commitAll("Change a line and add a file");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:refs/heads/topic");
    String number =
        admin
            .post(
                home.substring(1) + "/pull-requests",
                "{'title':'One','fromRef':{'id':'topic'},'toRef':{'id':'main'}}")
            .at("/id");
    page = home + "/commits/" + commit;
    diff = home + "/pull-requests/" + number + "/diff";
  }

  private static String lines(String word, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> word + " " + i + "\n")
        .collect(Collectors.joining());
  }

  private String report(String key) {
    return "/rest/insights/1.0" + page + "/reports/" + Links.encode(key);
  }

  private void put(String key, String more) {
    String body = "{'title':'Title of %s'%s}".formatted(key, more);
    TestingRest.Response told = admin.put(report(key), body);
    assertThat(told.status()).as(told.response().body()).isEqualTo(200);
  }

  private void annotate(String key, String... remarks) {
    String body = "{'annotations':[%s]}".formatted(String.join(",", remarks));
    assertThat(admin.post(report(key) + "/annotations", body).status()).isEqualTo(204);
  }

  private static String remark(String path, int line, String message, String more) {
    return "{'path':'%s','line':%d,'message':'%s','severity':'HIGH'%s}"
        .formatted(path, line, message, more);
  }

  @Test
  void aRemarkOnWhatIsNoPathSpoilsNoDiff() {
    put("lint", "");
    annotate("lint", remark("../../etc/passwd", 1, "Outside", ""), remark("a//b", 1, "Empty", ""));
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(diff).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void remarksStandUnderTheirLinesInDiffsOfPullRequestsAndCommits() {
    put("lint", "");
    annotate(
        "lint",
        remark(
            "src/Main.java",
            50,
            "Odd " + HOSTILE,
            ",'type':'CODE_SMELL','link':'https://ci.example.org/odd'"),
        remark("./src/Main.java", 0, "Of the file", ""),
        remark("src/Main.java", 2, "On a hidden line", ""));
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String shown : new String[] {diff, page, page + "?view=split", diff + "?view=split"}) {
        assertThat(browser.get(shown).body())
            .as(shown)
            .containsSubsequence(
                "Of the file", ">50</span>", "Title of lint", "Code smell", "Odd &lt;script&gt;")
            .contains("href=\"https://ci.example.org/odd\"")
            .doesNotContain(HOSTILE, "On a hidden line");
      }
      for (String layout : new String[] {"", "&view=split"}) {
        String hidden = page + "/part?file=src/Main.java&shift=0&take=all" + layout;
        assertThat(browser.part(hidden + "&begin=0&end=46").body())
            .containsOnlyOnce("On a hidden line")
            .doesNotContain("Of the file");
        assertThat(browser.part(hidden + "&begin=20&end=46").body())
            .contains("old")
            .doesNotContain("On a hidden line");
      }
      assertThat(browser.get(page + "/part?file=src/Main.java").body()).contains("Odd &lt;script");
      assertThat(browser.get(page + "/part?file=new.txt").body()).doesNotContain("Odd");
    }
  }

  @Test
  void aFileShowsSoManyRemarksAndSaysHowManyMoreThereAre() {
    put("lint", "");
    String[] remarks =
        IntStream.range(0, SHOWN + 7)
            .mapToObj(i -> remark("new.txt", 3, "Number " + i + ".", ""))
            .toArray(String[]::new);
    annotate("lint", remarks);
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String shown : new String[] {diff, page, page + "/part?file=new.txt"}) {
        String body = browser.get(shown).body();
        assertThat(body.split("Number ", -1)).as(shown).hasSize(SHOWN + 1);
        assertThat(body).contains("7 more remarks of reports on this file", page + "/reports");
      }
      assertThat(browser.get(page + "/reports").body().split("Number ", -1)).hasSize(20 + 1);
      assertThat(browser.get(page + "/reports").body()).contains("All 57 remarks");
      assertThat(browser.get(page + "/reports?report=lint").body().split("Number ", -1))
          .hasSize(SHOWN + 7 + 1);
    }
  }

  @Test
  void reportsAreListedWithTheirFiguresAndRemarks() {
    put(
        "lint",
        ",'result':'FAIL','details':'Many words %s','reporter':'Linter','link':'https://ci.example.org/all','data':[{'title':'Cover','type':'PERCENTAGE','value':85},{'title':'Took','type':'DURATION','value':3725000},{'title':'More','type':'LINK','value':{'href':'https://ci.example.org/more','linktext':'here'}},{'title':'Fine','value':true},{'title':'Since','type':'DATE','value':86400000}]"
            .formatted(HOSTILE));
    put("scan & <b>", ",'result':'PASS'");
    annotate(
        "lint",
        remark("src/Main.java", 3, "On a line " + HOSTILE, ""),
        "{'message':'Of all','severity':'LOW'}",
        remark("../x", 1, "Of no file", ""));
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String all = browser.get(page + "/reports").body();
      assertThat(all)
          .containsSubsequence(
              "Title of lint",
              "Failed",
              "Many words &lt;script&gt;",
              "85 %",
              "1 h 2 min 5 s",
              "href=\"https://ci.example.org/more\"",
              "Yes",
              "1970-01-02",
              "Linter",
              "https://ci.example.org/all",
              "/browse/src/Main.java?at=" + commit + "#3",
              "On a line &lt;script&gt;",
              "Of all",
              "Title of scan",
              "Passed")
          .contains("Of no file")
          .doesNotContain(HOSTILE, "scan & <b>");
      for (String shown : new String[] {page, diff.replace("/diff", "")}) {
        assertThat(browser.get(shown).body())
            .as(shown)
            .contains("Title of lint", "Failed", "85 %", page + "/reports?report=lint")
            .doesNotContain(HOSTILE);
      }
      assertThat(browser.get(page + "/reports?report=lint").body())
          .contains("All reports", "Title of lint")
          .doesNotContain("Title of scan");
      assertThat(browser.get(page + "/reports?report=absent").statusCode()).isEqualTo(404);
      assertThat(browser.get(home + "/commits/" + "2".repeat(40) + "/reports").statusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void remarksOnManyFilesTakeOneStatementAndNoneWhereThereAreNoReports() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      long before = cost(browser, page);
      assertThat(browser.get(page + "/reports").body()).contains("No reports yet");
      put("lint", "");
      put("scan", "");
      long empty = cost(browser, page);
      for (String key : new String[] {"lint", "scan"}) {
        annotate(key, remark("src/Main.java", 50, "One", ""), remark("new.txt", 1, "Two", ""));
      }
      assertThat(empty).isEqualTo(before + 1);
      assertThat(cost(browser, page)).isEqualTo(empty);
    }
  }

  private static long cost(TestingBrowser browser, String page) {
    browser.get(page);
    return Statements.ofRequest(() -> assertThat(browser.get(page).statusCode()).isEqualTo(200));
  }
}
