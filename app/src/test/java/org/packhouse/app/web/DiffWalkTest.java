package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Ways through a diff of many files, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiffWalkTest {

  private static final int FILES = 230;

  private TestingServer server;
  private Chromium chromium;
  private String commit = "";

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.shared();
    chromium = new Chromium(server);
    Repository repository = TestingProjects.in(server).publicRepository();
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    write(git, "before");
    git.commitAll("Begin");
    write(git, "after");
    String id = git.commitAll("Change much");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    commit = Links.to(repository) + "/commits/" + id;
  }

  private static void write(GitFixture git, String word) {
    for (int i = 0; i < FILES; i++) {
      String text =
          IntStream.rangeClosed(1, 60)
              .mapToObj(line -> line == 30 ? word + "\n" : "line " + line + "\n")
              .collect(Collectors.joining());
      git.write("src/part%d/File%03d.java".formatted(i % 7, i), text);
    }
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void linesComeWhereTheReaderGoes() {
    Page page = chromium.open(Look.LIGHT);
    page.navigate(commit);
    assertThat(page.locator(".diff-file")).hasCount(100);

    page.fill("#diff-filter", "File223");
    assertThat(page.locator(".diff-tree a")).hasCount(1);
    page.click(".diff-tree a");
    Locator file = page.locator(".diff-file[aria-label='src/part6/File223.java']");
    assertThat(file.locator(".diff .added")).containsText("after");
    assertThat(file.locator(".file-title")).isInViewport();
    Assertions.assertThat(page.url()).contains("#f-");

    page.reload();
    assertThat(file.locator(".diff .added")).containsText("after");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void keysGoFromFileToFileAndButtonsOpenWhatIsHidden() {
    Page page = chromium.open(Look.LIGHT);
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    page.navigate(commit);
    page.keyboard().press("n");
    page.keyboard().press("n");
    assertThat(page.locator(".diff-file").nth(1).locator(".file-title")).isFocused();
    page.keyboard().press("p");
    Locator first = page.locator(".diff-file").first();
    assertThat(first.locator(".file-title")).isFocused();

    Locator rows = first.locator(".diff td.text");
    assertThat(rows).hasCount(8);
    first.locator(".gap a[title='20 lines up']").click();
    assertThat(rows).hasCount(28);
    first.getByText("Show 6 hidden lines").click();
    assertThat(rows).hasCount(34);
    first.locator("[data-copy-text]").click();
    assertThat(page.locator(".toast")).containsText("Copied");
    first.locator("[data-collapse]").click();
    assertThat(first.locator(".diff-body")).isHidden();
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void keysComeBackToTheFileOfWhichHiddenLinesWereShown() {
    Page page = chromium.open(Look.LIGHT);
    page.navigate(commit);
    Locator files = page.locator(".diff-file");
    for (int i = 0; i < 6; i++) {
      Locator file = files.nth(i);
      file.locator(".gap a[title='20 lines up']").first().click();
      assertThat(file.locator(".diff td.text")).hasCount(28);
      page.keyboard().press("n");
      assertThat(files.nth(i + 1).locator(".file-title")).isFocused();
      page.keyboard().press("p");
      assertThat(file.locator(".file-title")).isFocused();
      assertThat(file.locator(".file-title")).isInViewport();
    }
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void aLineOfACommitIsCommentedOnWhereItStands() {
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(commit);
    Locator file = page.locator(".diff-file").nth(1);
    file.locator("tr.added td.n[data-n]").first().hover();
    file.locator("button.say").dblclick();
    assertThat(file.locator(".placing")).hasCount(1);
    assertThat(file.locator(".placing textarea")).isFocused();
    page.keyboard().type("Why <b>this</b>?");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    file.locator(".placing button[type=submit]").click();
    assertThat(file.locator(".remark")).containsText("Why <b>this</b>?");
    assertThat(file.locator(".file-title")).isInViewport();
    file.locator("tr.added td.n[data-n]").first().hover();
    file.locator("button.say").click();
    assertThat(file.locator(".placing textarea")).hasValue("");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void aPhoneShowsLinesOneBelowTheOther() {
    Page page = chromium.open(Look.PHONE);
    page.navigate(commit + "?view=split");
    Locator changed = page.locator(".diff-file").first().locator("tr.changed").first();
    Assertions.assertThat(changed.locator("td.removed.text").boundingBox().y)
        .isLessThan(changed.locator("td.added.text").boundingBox().y);
    Assertions.assertThat(Chromium.overflow(page)).isZero();
    assertThat(page.locator(".diff-tree")).isHidden();
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void everythingIsThereWithoutAScript() {
    Page page = chromium.openWithoutScript(TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(commit);
    page.getByText("Show the files 201 to 230").click();
    assertThat(page.locator(".diff-file")).hasCount(30);
    assertThat(page.locator(".diff .added").last()).containsText("after");

    page.navigate(commit);
    page.navigate(page.getByText("Show the changes").first().getAttribute("href"));
    assertThat(page.locator(".diff-file")).hasCount(1);
    assertThat(page.locator(".diff .added")).containsText("after");
    page.context().close();
  }
}
