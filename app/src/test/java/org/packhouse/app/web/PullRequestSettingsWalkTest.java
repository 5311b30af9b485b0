package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Settings of pull requests of a repository, its project and the server, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PullRequestSettingsWalkTest {

  private final TestingServer server = TestingServer.shared();
  private Chromium chromium;

  @BeforeAll
  void start() {
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "NIGHT_PHONE"})
  void defaultTasksAreAddedChangedAndRemoved(Look look) {
    String home = Links.to(TestingProjects.in(server).repository());
    Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(home + "/settings");
    page.locator("nav.side-nav").getByText("Default tasks").click();
    check(page, look, "default-tasks-none");
    page.selectOption("#field-source", "PATTERN");
    page.selectOption("#field-target", "BRANCH");
    page.locator("main form button.primary").click();
    assertThat(page.locator("main .error")).hasCount(3);
    check(page, look, "default-tasks-wrong");
    page.fill("#field-description", "Tell the **users** what they have to do on their machines");
    page.fill("#field-sourceName", "feature/*");
    page.fill("#field-targetName", "main");
    page.keyboard().press("Escape");
    page.locator("main form button.primary").click();
    assertThat(page.locator("main .box .rows")).containsText("feature/*");
    page.locator("main .box .rows a.button").click();
    assertThat(page.locator("#field-sourceName")).hasValue("feature/*");
    page.fill("#field-description", "Tell all users");
    page.locator("main form button.primary").click();
    assertThat(page.locator("main .box .rows")).containsText("Tell all users");
    check(page, look, "default-tasks");
    page.locator("main .box .rows button.danger").click();
    assertThat(page.locator("main .box .empty")).isVisible();
    page.context().close();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "NIGHT_PHONE"})
  void whatIsIdleIsDeclinedAsTheProjectOrTheRepositorySays(Look look) {
    String home = Links.to(TestingProjects.in(server).repository());
    String project = home.replaceFirst("/repos/.*", "");
    Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(project);
    page.locator("nav.tabs").getByText("Pull requests").click();
    page.getByText("Default tasks").click();
    check(page, look, "default-tasks-of-project");
    page.navigate(project + "/settings/pull-requests");
    page.check("#decline-on");
    page.selectOption("#field-inactivityWeeks", "8");
    page.getByText("Save auto-decline").click();
    assertThat(page.locator("main .note.good")).hasText("Auto-decline is saved.");
    assertThat(page.locator("#decline-on")).isChecked();
    check(page, look, "auto-decline-of-project");
    page.navigate(home + "/settings/pull-requests");
    assertThat(page.locator("label[for=decline-inherited]")).containsText("after 8 weeks");
    page.check("#decline-off");
    page.getByText("Save auto-decline").click();
    assertThat(page.locator("#decline-off")).isChecked();
    check(page, look, "auto-decline");
    page.context().close();
  }

  /** Nothing is saved: other tests merge as the server says. */
  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "NIGHT_PHONE"})
  void theServersWayOfMergingTellsWhatIsWrong(Look look) {
    Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate("/admin/overview");
    page.locator("nav.side-nav").getByText("Pull requests").click();
    assertThat(page.locator("#strategy-no-ff")).isChecked();
    check(page, look, "server-merging");
    page.uncheck("#strategy-no-ff");
    page.locator("main form button.primary").click();
    assertThat(page.locator("main .error")).hasCount(1);
    assertThat(page.locator("#field-title")).isVisible();
    check(page, look, "server-merging-wrong");
    page.context().close();
  }

  private void check(Page page, Look look, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(Path.of("target/settings-%s-%s.png".formatted(name, look)))
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
