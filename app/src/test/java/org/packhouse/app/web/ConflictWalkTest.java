package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
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

/** Conflicts of a pull request are shown file by file with both sides, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConflictWalkTest {

  private static final String WIDE = "wide".repeat(60);

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private Chromium chromium;

  @BeforeAll
  void start(@TempDir Path directory) {
    chromium = new Chromium(server);
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.git("remote", "add", "origin", server.cloneUrl(repository));
    git.write("lines.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n");
    git.write("gone.txt", "one\n");
    git.write("kept.txt", "one\n");
    git.write("moved.txt", "a\nb\nc\nd\ne\n");
    git.write("data.bin", "\0one");
    git.commitAll("Begin");
    git.git("branch", "base");
    git.write("lines.txt", "one\nTWO <b>\n=======\nthree\nfour\nfive\nsix\nSEVEN\n");
    git.write("kept.txt", "main\n");
    git.write("data.bin", "\0two");
    git.git("rm", "--quiet", "gone.txt");
    git.git("mv", "moved.txt", "there.txt");
    git.write("there.txt", "a\nb\nmain\nd\ne\n");
    git.commitAll("Change it here");
    git.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    git.git("reset", "--quiet", "--hard", "base");
    git.write("lines.txt", "one\n" + WIDE + "\nthree\nfour\nfive\nsix\n7\n");
    git.write("gone.txt", "two\n");
    git.write("data.bin", "\0three");
    git.write("moved.txt", "a\nb\ntopic\nd\ne\n");
    git.git("rm", "--quiet", "kept.txt");
    git.commitAll("Change it there");
    git.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    TestingRest.admin(server)
        .post(
            home.substring(1) + "/pull-requests",
            "{'title':'Change it','fromRef':{'id':'topic'},'toRef':{'id':'main'}}");
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "NIGHT_PHONE"})
  void bothSidesAreShownFileByFile(Look look) {
    Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(home + "/pull-requests/1/merge");
    page.getByText("See what both sides have there").click();
    assertThat(page.locator(".conflict-file")).hasCount(5);
    Locator lines = file(page, "lines.txt");
    assertThat(lines.locator(".conflict")).hasCount(2);
    assertThat(lines.locator(".conflict-side pre").nth(0)).hasText("TWO <b>\n=======");
    assertThat(lines.locator(".conflict-side pre").nth(1)).hasText(WIDE);
    assertThat(lines.locator(".conflict-side pre").nth(2)).hasText("SEVEN");
    assertThat(lines.locator(".conflict-side pre").nth(3)).hasText("7");
    assertThat(lines.locator(".conflict-before").last()).hasText("four\nfive\nsix");
    assertThat(file(page, "gone.txt")).containsText("Deleted or moved in main, changed in topic.");
    assertThat(file(page, "kept.txt")).containsText("Changed in main, deleted or moved in topic.");
    assertThat(file(page, "data.bin")).containsText("it is no text");
    assertThat(file(page, "there.txt").locator(".conflict-side pre").nth(1)).hasText("topic");
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(Path.of("target/conflicts-%s.png".formatted(look)))
            .setFullPage(true));
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    Assertions.assertThat(Chromium.overflow(page)).isZero();
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  private static Locator file(Page page, String path) {
    return page.locator(".conflict-file")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.locator("h3", new Page.LocatorOptions().setHasText(path))));
  }
}
