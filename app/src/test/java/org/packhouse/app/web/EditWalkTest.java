package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Changes that people make on pages, done in a real browser and looked at with real git. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EditWalkTest {

  private TestingServer server;
  private Chromium chromium;
  private int clones;

  @TempDir Path directory;

  @BeforeAll
  void start() {
    server = TestingServer.shared();
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  private Page signedIn() {
    return chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
  }

  private GitFixture cloned(Repository repository) {
    Path target = directory.resolve("clone" + clones++);
    GitFixture.in(directory).git("clone", "-q", server.cloneUrl(repository), target.toString());
    GitFixture git = GitFixture.in(target);
    git.git("fsck", "--strict");
    return git;
  }

  @Test
  void beginsARepositoryAndChangesIt() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    String home = Links.to(repository);
    Page page = signedIn();
    page.navigate(home + "/browse");
    page.click("text=create a file here");
    page.fill("#field-path", "docs/notes.md");
    page.fill("#field-content", "\n# Notes\n");
    page.fill("#field-message", "Begin the notes");
    page.click("button:text-is('Commit')");
    assertThat(page).hasURL(server.httpUrl() + home + "/browse/docs/notes.md");

    page.click("a:text-is('Edit')");
    assertThat(page.locator("#field-content")).hasValue("\n# Notes\n");
    page.fill("#field-content", "\n# Notes\n\nMore & <more> \u20ac\n");
    page.click("#target-new");
    page.fill("#field-newBranch", "more/notes");
    page.click("button:text-is('Commit')");
    assertThat(page).hasURL(Pattern.compile(".*/docs/notes.md\\?at=refs/heads/more/notes"));

    GitFixture git = cloned(repository);
    Assertions.assertThat(git.git("log", "--format=%s", "origin/more/notes"))
        .isEqualTo("Edit docs/notes.md\nBegin the notes");
    git.git("checkout", "-q", "more/notes");
    Assertions.assertThat(Files.readAllBytes(git.directory().resolve("docs/notes.md")))
        .isEqualTo("\n# Notes\n\nMore & <more> \u20ac\n".getBytes(UTF_8));
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void keepsWhatWasTypedWhileTheTabIsOpen() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("typed"));
    git.commit("a.txt", "one\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/edit/a.txt");
    page.fill("#field-content", "one\ntwo\n");
    page.reload();
    assertThat(page.locator("#field-content")).hasValue("one\ntwo\n");
    page.click("text=Start over");
    assertThat(page.locator("#field-content")).hasValue("one\n");
    page.reload();
    assertThat(page.locator("text=Start over")).hasCount(0);
    page.context().close();
  }

  @Test
  void keepsTheTextOfWhoComesTooLate() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("late"));
    git.commit("a.txt", "one\r\ntwo\r\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/edit/a.txt?at=refs/heads/main");
    page.fill("#field-content", "one\nmine\n");
    git.commit("a.txt", "one\r\ntheirs\r\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    page.click("button:text-is('Commit')");

    assertThat(page.locator(".note.warning")).containsText("Somebody has changed a.txt");
    assertThat(page.locator("#field-content")).hasValue("one\nmine\n");
    page.click("button:text-is('Commit')");
    assertThat(page).hasURL(server.httpUrl() + Links.to(repository) + "/browse/a.txt");
    GitFixture clone = cloned(repository);
    Assertions.assertThat(clone.git("rev-list", "--count", "HEAD")).isEqualTo("3");
    Assertions.assertThat(clone.directory().resolve("a.txt")).hasContent("one\r\nmine\r\n");
    page.context().close();
    chromium.complaints();
  }

  @Test
  void keepsTheTextWhenAValueBreaksARule() {
    Repository repository = TestingProjects.in(server).repository();
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/create");
    page.fill("#field-content", "text");
    page.fill("#field-path", "a/.git/config");
    page.click("button:text-is('Commit')");
    assertThat(page.locator("#error-path")).containsText(".git");
    assertThat(page).hasURL(server.httpUrl() + Links.to(repository) + "/create?at=refs/heads/main");
    assertThat(page.locator("#field-content")).hasValue("text");
    page.fill("#field-path", "a/config");
    page.click("button:text-is('Commit')");
    page.navigate(Links.to(repository) + "/edit/a/config");
    page.click("#target-new");
    page.click("button:text-is('Commit')");
    assertThat(page.locator("#error-newBranch")).isVisible();
    page.context().close();
    chromium.complaints();
  }

  @Test
  void renamesUploadsAndDeletesFiles() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("files"));
    git.commit("src/a.txt", "one\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    String home = Links.to(repository);
    Page page = signedIn();
    page.navigate(home + "/edit/src/a.txt?at=refs/heads/main");
    page.fill("#field-path", "lib/b.txt");
    page.click("button:text-is('Commit')");
    assertThat(page).hasURL(server.httpUrl() + home + "/browse/lib/b.txt");

    page.navigate(home + "/browse/lib");
    page.click(".source-bar summary:has-text('Add')");
    page.click("a:text-is('Upload files')");
    page.setInputFiles(
        "#field-files",
        new FilePayload[] {
          new FilePayload("b.txt", "text/plain", "new\n".getBytes(UTF_8)),
          new FilePayload("\u00e9t\u00e9 100%.bin", "application/octet-stream", new byte[] {0, 1})
        });
    page.click("button:text-is('Upload and commit')");
    assertThat(page.locator(".tree")).containsText("\u00e9t\u00e9 100%.bin");

    page.navigate(home + "/browse/lib/b.txt");
    page.click("a:text-is('Delete')");
    page.click("button:text-is('Delete and commit')");
    assertThat(page).hasURL(server.httpUrl() + home + "/browse");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    GitFixture clone = cloned(repository);
    Assertions.assertThat(clone.git("-c", "core.quotePath=false", "ls-files"))
        .isEqualTo("lib/\u00e9t\u00e9 100%.bin");
    Assertions.assertThat(clone.git("log", "--format=%s"))
        .isEqualTo(
            "Delete lib/b.txt\nUpload 2 files\nRename src/a.txt to lib/b.txt\nChange src/a.txt");
    page.context().close();
  }

  @Test
  void letsPeopleTalkAboutACommit() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("talk"));
    String commit = git.commit("a.txt", "one\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/commits/" + commit);
    page.click("a:text-is('Comments')");
    page.fill("#field-text", "Why one?\n<b>Two</b>");
    page.click("button:text-is('Comment')");
    assertThat(page.locator(".comment-text")).hasText("Why one?\n<b>Two</b>");
    page.click("summary:text-is('Reply')");
    page.fill(".comment textarea", "Because");
    page.click("button:text-is('Reply')");
    assertThat(page.locator(".comment.depth-1 .comment-text")).hasText("Because");
    page.click(".comment.depth-1 button:text-is('Delete')");
    assertThat(page.locator(".comment")).hasCount(1);
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void offersNothingToReaders() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("read"));
    git.commit("a.txt", "one\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingProjects.name("rudi"), "a-password-of-tests");
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    Page page = chromium.open(Look.LIGHT, user.name(), "a-password-of-tests");
    page.navigate(Links.to(repository) + "/browse/a.txt");
    assertThat(page.locator("a:text-is('Edit')")).hasCount(0);
    Assertions.assertThat(page.navigate(Links.to(repository) + "/edit/a.txt").status())
        .isEqualTo(403);
    Assertions.assertThat(page.navigate(Links.to(repository) + "/upload").status()).isEqualTo(403);
    page.context().close();
    chromium.complaints();
  }
}
