package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/**
 * Opens every menu and dialog of the pages that have some, by day on a desk and by night on a
 * phone, on an address that a browser trusts and on one of plain HTTP: what opens stays on the
 * screen, is usable by everybody, and leaves the console silent.
 */
@Tag("browser")
@Tag("full")
@Tag("source")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MenusWalkTest {

  /** What opens something: menus, further fields, and buttons of dialogs. */
  private static final String OPENERS =
      "header.top summary, main summary, [data-dialog], [data-finder]";

  private TestingServer server;
  private List<String> pages;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.shared();
    Repository repository = TestingProjects.in(server).publicRepository();
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("README.md", "# Title\n\n- [ ] to do\n");
    git.write("src/A.java", "class A {}\n");
    git.commitAll("Begin");
    git.write("src/A.java", "class A {\n  int a;\n}\n");
    String commit = git.commitAll("Change");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    git.commit("topic", "1\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/topic");
    String pull = Links.to(repository) + "/pull-requests/" + open(repository);
    String home = Links.to(repository);
    pages =
        List.of(
            "/dashboard",
            home + "/browse",
            home + "/browse/src/A.java",
            home + "/browse/src/A.java?blame=true",
            home + "/commits",
            home + "/commits/" + commit,
            home + "/commits/" + commit + "/comments",
            home + "/branches",
            home + "/tags",
            home + "/compare/diff?sourceBranch=topic&targetBranch=main",
            home + "/pull-requests",
            home + "/pull-requests?create&sourceBranch=topic",
            pull,
            pull + "/diff",
            pull + "/merge",
            home + "/settings",
            home + "/permissions",
            "/admin/overview",
            "/admin/users/admin",
            "/admin/permissions",
            "/admin/banner",
            "/admin/logging",
            "/admin/audit",
            "/search?q=class",
            "/account/tokens");
  }

  private long open(Repository repository) {
    String path =
        "projects/%s/repos/%s/pull-requests"
            .formatted(repository.project().key(), repository.slug());
    String body = "{'title':'A change','fromRef':{'id':'topic'},'toRef':{'id':'main'}}";
    TestingRest admin = TestingRest.admin(server);
    long number = admin.post(path, body).json().at("/id").asLong();
    String anchored = "{'text':'Why?','anchor':{'path':'topic','line':1,'lineType':'ADDED'}}";
    Assertions.assertThat(admin.post(path + "/" + number + "/comments", anchored).status())
        .isEqualTo(201);
    return number;
  }

  @ParameterizedTest
  @CsvSource({
    "LIGHT, localhost",
    "NIGHT_PHONE, localhost",
    "LIGHT, " + Chromium.PLAIN_HOST,
    "NIGHT_PHONE, " + Chromium.PLAIN_HOST
  })
  void whatOpensStaysOnTheScreenAndIsPlainToEverybody(Look look, String host) {
    List<String> findings = new ArrayList<>();
    int opened = 0;
    try (Chromium chromium = new Chromium(server, host)) {
      Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
      for (String path : pages) {
        page.navigate(path);
        findings.addAll(Inspection.of(page, path));
        int openers = page.locator(OPENERS).count();
        for (int i = 0; i < openers; i++) {
          opened += openAndClose(page, i, path, findings);
        }
      }
      copies(page, host);
      findings.addAll(chromium.complaints());
    }
    Assertions.assertThat(findings).isEmpty();
    Assertions.assertThat(opened).isGreaterThan(2 * pages.size());
  }

  /** One, if it can be seen and was opened. */
  private static int openAndClose(Page page, int number, String path, List<String> findings) {
    Locator opener = page.locator(OPENERS).nth(number);
    if (!opener.isVisible()) {
      // That of a dialog may be an entry of a menu.
      Locator menu =
          page.locator("details.menu").filter(new Locator.FilterOptions().setHas(opener));
      if (menu.count() == 0) {
        return 0;
      }
      menu.first().locator("summary").first().click();
    }
    opener.click();
    findings.addAll(Inspection.of(page, path + ", opener " + number));
    if (page.locator("dialog[open]").count() > 0) {
      page.keyboard().press("Escape");
      assertThat(page.locator("dialog[open]")).hasCount(0);
    }
    page.evaluate("document.querySelectorAll('details.menu[open]').forEach(it => it.open = false)");
    return 1;
  }

  /** Copying works whether or not the browser trusts the address. */
  private void copies(Page page, String host) {
    page.navigate(pages.get(1));
    Assertions.assertThat(page.evaluate("window.isSecureContext"))
        .isEqualTo(host.equals("localhost"));
    page.locator("[data-clone-panel] > summary").click();
    page.locator("[data-copy]:visible").first().click();
    assertThat(page.locator(".toasts")).containsText("Copied");
  }
}
