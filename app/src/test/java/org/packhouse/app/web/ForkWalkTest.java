package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Forks by pages, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForkWalkTest {

  private final TestingServer server = TestingServer.shared();
  private Chromium chromium;

  @TempDir private Path temporary;

  @BeforeAll
  void start() {
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void forksComparesAndMerges() throws Exception {
    ForkKit kit = new ForkKit(temporary);
    String base = kit.push("main", "1");
    Project project = TestingProjects.in(server).project();
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(Links.to(kit.origin));
    page.getByRole(AriaRole.LINK, named("Fork")).click();
    page.fill("#field-project", project.key());
    page.fill("#field-name", "mine");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Fork repository")).click();
    assertThat(page.locator("main")).containsText("Forked from " + kit.origin.path());
    Repository fork =
        server
            .get(org.packhouse.app.hosting.repository.Repositories.class)
            .findByPath(project.key(), "mine")
            .orElseThrow();
    kit.work.commit("own", "1");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/main");
    kit.work.git("reset", "--quiet", "--hard", base);
    kit.push("main", "2");
    page.navigate(Links.to(fork) + "/sync");
    assertThat(page.locator("table")).containsText("Both have changed");
    page.screenshot(
        new Page.ScreenshotOptions().setPath(Path.of("target/fork-sync.png")).setFullPage(true));
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Merge main of the origin"))
        .click();
    assertThat(page.locator("table")).containsText("Ahead of the origin");
    assertThat(kit.clone(fork).git("log", "-1", "--format=%s", "main"))
        .startsWith("Merge branch 'main' of " + kit.origin.path());
    page.navigate(Links.to(kit.origin) + "/forks");
    assertThat(page.locator("main")).containsText("mine");
    page.context().close();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }
}
