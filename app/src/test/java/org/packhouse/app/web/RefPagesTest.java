package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Branches, tags and the branch model, in a browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefPagesTest {

  private TestingServer server;
  private Chromium chromium;
  private Repository repository;
  private String home;

  @BeforeAll
  void push(@TempDir Path directory) {
    server = TestingServer.shared();
    chromium = new Chromium(server);
    repository = TestingProjects.in(server).repository();
    home = Links.to(repository);
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a", "1");
    git.git("branch", "old");
    git.commit("a", "2");
    git.git("checkout", "-q", "-b", "ahead");
    git.commit("b", "3");
    git.git("tag", "-a", "-m", "What people may use", "v1");
    git.git("push", "-q", bare().directory().toString(), "main", "old", "ahead", "v1");
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  private GitFixture bare() {
    return GitFixture.in(server.get(RepositoryStorage.class).directory(repository.id()));
  }

  private Page signedIn() {
    return chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
  }

  @Test
  void showsHowFarBranchesAreFromTheDefaultOne() {
    Page page = signedIn();
    page.navigate(home + "/branches");
    assertThat(page.locator("tbody tr").allInnerTexts())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("main").contains("default"),
            second -> assertThat(second).startsWith("ahead").contains("0").contains("1"),
            third -> assertThat(third).startsWith("old").contains("1").contains("0"));
    assertThat(page.getByTitle("0 behind, 1 ahead of main").count()).isOne();
    assertThat(page.getByTitle("1 behind, 0 ahead of main").count()).isOne();
    page.navigate(home + "/branches?sort=name&filter=OLD");
    assertThat(page.locator("tbody tr").count()).isOne();
    page.navigate(home + "/tags");
    assertThat(page.locator("tbody tr").innerText()).contains("v1", "What people may use", "zip");
    page.context().close();
  }

  @Test
  void makesAndDeletesABranch() {
    Page page = signedIn();
    page.navigate(home + "/branches?create");
    page.selectOption("#field-prefix", "feature/");
    page.fill("#field-name", "a..b");
    page.click("main form[method=post] button[type=submit]");
    assertThat(page.locator("#error-name").innerText()).contains("is not a branch name");
    assertThat(page.inputValue("#field-prefix")).isEqualTo("feature/");
    page.fill("#field-name", "walk");
    page.fill("#field-startPoint", "ahead");
    page.click("main form[method=post] button[type=submit]");
    assertThat(page.locator(".note").innerText()).contains("feature/walk is created");
    assertThat(bare().git("rev-parse", "feature/walk")).isEqualTo(bare().git("rev-parse", "ahead"));
    page.click("[aria-label='Delete feature/walk']");
    assertThat(page.locator("main").innerText()).contains("1 commit that main does not have");
    page.click("button.danger");
    assertThat(page.locator(".note").innerText()).contains("feature/walk is deleted");
    assertThat(bare().run("rev-parse", "--verify", "-q", "feature/walk").exitCode()).isNotZero();
    page.context().close();
    assertThat(chromium.complaints()).allMatch(complaint -> complaint.contains("status of 400"));
  }

  @Test
  void makesAndDeletesATag() {
    Page page = signedIn();
    page.navigate(home + "/tags?create");
    page.fill("#field-name", "v2");
    page.fill("#field-message", "Second");
    page.click("main form[method=post] button[type=submit]");
    assertThat(bare().git("cat-file", "-t", "v2")).isEqualTo("tag");
    page.click("[aria-label='Delete v2']");
    page.click("button.danger");
    assertThat(page.locator(".note").innerText()).contains("v2 is deleted");
    page.context().close();
  }

  @Test
  void branchesOfAPullRequestAreChosenByKeyboardAndByTouch() {
    Page page = signedIn();
    page.navigate(home + "/pull-requests?create");
    page.fill("#field-sourceBranch", "AHE");
    page.locator(".combobox-option[aria-selected=true]").waitFor();
    page.press("#field-sourceBranch", "Enter");
    assertThat(page.inputValue("#field-sourceBranch")).isEqualTo("ahead");
    page.focus("#field-targetBranch");
    page.press("#field-targetBranch", "ArrowDown");
    page.locator(".combobox-option").nth(2).waitFor();
    assertThat(page.locator(".combobox-option").allInnerTexts())
        .as("all but a tag, though a branch is chosen")
        .anyMatch(text -> text.startsWith("main"))
        .noneMatch(text -> text.startsWith("v1"));
    page.press("#field-targetBranch", "Escape");
    page.click("main .compare-bar button[type=submit]");
    assertThat(page.locator("#commits-title").count()).isOne();
    page.context().close();
    page = chromium.open(Look.PHONE, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(home + "/pull-requests?create");
    page.click("#field-sourceBranch");
    page.locator(".combobox-option >> text=ahead").click();
    assertThat(page.inputValue("#field-sourceBranch")).isEqualTo("ahead");
    page.context().close();
  }

  @Test
  void changesTheBranchModel() {
    Page page = signedIn();
    page.navigate(home + "/settings/branch-model");
    assertThat(page.isVisible("#field-productionBranch")).isFalse();
    page.check("#production-branch");
    page.fill("#field-productionBranch", "no-such");
    page.press("#field-productionBranch", "Enter");
    assertThat(page.locator("main form .error").innerText()).contains("no branch", "no-such");
    page.fill("#field-productionBranch", "ol");
    page.locator(".combobox-option[aria-selected=true]").waitFor();
    page.press("#field-productionBranch", "Enter");
    assertThat(page.inputValue("#field-productionBranch")).isEqualTo("old");
    page.fill("#prefix-FEATURE", "topic/");
    page.uncheck("#used-HOTFIX");
    page.click("main form button.primary");
    assertThat(page.locator(".note").innerText()).contains("saved");
    assertThat(page.inputValue("#field-productionBranch")).isEqualTo("old");
    assertThat(page.isChecked("#production-branch")).isTrue();
    assertThat(page.isChecked("#used-HOTFIX")).isFalse();
    page.navigate(home + "/branches?create");
    assertThat(page.locator("#field-prefix").innerText()).contains("topic/").doesNotContain("hot");
    page.navigate(home + "/settings/branch-model");
    page.click("button[name=inherit]");
    assertThat(page.inputValue("#prefix-FEATURE")).isEqualTo("feature/");
    page.context().close();
  }
}
