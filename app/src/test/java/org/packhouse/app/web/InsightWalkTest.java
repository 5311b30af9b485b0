package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Reports of programs and the builds that a merge requires, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InsightWalkTest {

  private TestingServer server;
  private Chromium chromium;
  private Repository repository;
  private String home = "";
  private String commit = "";

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.shared();
    chromium = new Chromium(server);
    repository = TestingProjects.in(server).repository();
    home = Links.to(repository);
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("Main.java", "class Main {\n  int one;\n}\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/main");
    commit = git.commit("Main.java", "class Main {\n  int one;\n  String two = null;\n}\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/topic");
    TestingRest admin = TestingRest.admin(server);
    admin.post(
        home.substring(1) + "/pull-requests",
        "{'title':'Count to two','fromRef':{'id':'topic'},'toRef':{'id':'main'}}");
    String report = "/rest/insights/1.0" + home + "/commits/" + commit + "/reports/sonar";
    admin.put(
        report,
        "{'title':'SonarQube','details':'The quality gate failed: there is a new bug.','result':'FAIL','reporter':'SonarQube','link':'https://sonar.example.org','data':[{'title':'New coverage','type':'PERCENTAGE','value':71.5},{'title':'Analysis','type':'DURATION','value':83000},{'title':'Dashboard','type':'LINK','value':{'href':'https://sonar.example.org/d','linktext':'Open'}}]}");
    admin.post(
        report + "/annotations",
        "{'annotations':[{'path':'Main.java','line':3,'message':'The variable is null and never set.','severity':'HIGH','type':'BUG','link':'https://sonar.example.org/1'},{'path':'Main.java','line':3,'message':'Make it final.','severity':'LOW','type':'CODE_SMELL'},{'message':'The licence is unknown.','severity':'MEDIUM'}]}");
    admin.put(report.replace("sonar", "licences"), "{'title':'Licences','result':'PASS'}");
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "NIGHT_PHONE"})
  void reportsLeadFromThePullRequestToTheirRemarks(Look look) {
    Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(home + "/pull-requests/1/diff");
    assertThat(page.locator("tr.said .insight")).hasCount(2);
    assertThat(page.locator("tr.said .insight").first()).containsText("SonarQube");
    check(page, look, "diff");
    page.navigate(home + "/pull-requests/1");
    assertThat(page.locator("#reports-title")).isVisible();
    check(page, look, "overview");
    page.getByLabel("Details of the reports").click();
    assertThat(page.locator(".report")).hasCount(2);
    check(page, look, "reports");
    page.getByText("Main.java, line 3").first().click();
    assertThat(page.locator("#main")).containsText("Main.java");
    page.navigate(home + "/commits/" + commit);
    assertThat(page.locator("tr.said .insight")).hasCount(2);
    check(page, look, "commit");
    page.context().close();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "NIGHT_PHONE"})
  void requiredBuildsAreAddedAndChanged(Look look) {
    Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(home + "/settings");
    page.locator("nav.side-nav").getByText("Required builds").click();
    page.fill("#field-buildParentKeys", "unit-tests\nlint " + look);
    page.selectOption("#field-target", "BRANCH");
    page.fill("#field-targetName", "main");
    page.keyboard().press("Escape");
    page.locator("main form button.primary").click();
    assertThat(page.locator("main .box .rows")).containsText("lint " + look);
    page.locator("main .box .rows a.button").last().click();
    assertThat(page.locator("#field-targetName")).hasValue("main");
    page.selectOption("#field-exempt", "PATTERN");
    page.fill("#field-exemptName", "");
    page.locator("main form button.primary").click();
    assertThat(page.locator(".error").first()).containsText("is not a pattern of refs");
    check(page, look, "required-builds");
    page.fill("#field-exemptName", "hotfix/*");
    page.keyboard().press("Escape");
    page.locator("main form button.primary").click();
    assertThat(page.locator("main .box .rows").last()).containsText("hotfix/*");
    check(page, look, "required-builds-saved");
    page.context().close();
  }

  private void check(Page page, Look look, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(Path.of("target/insight-%s-%s.png".formatted(name, look)))
            .setFullPage(true));
    Assertions.assertThat(Chromium.barriers(page)).as(name).isEmpty();
    Assertions.assertThat(Chromium.overflow(page)).as(name).isZero();
    Assertions.assertThat(
            chromium.complaints().stream()
                .filter(complaint -> !complaint.contains("status of 400"))
                .toList())
        .as(name)
        .isEmpty();
  }
}
