package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.KeyboardModifier;
import java.nio.file.Path;
import java.util.List;
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
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** The way of a pull request from a branch to its merge, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PullRequestWalkTest {

  private static final String PASSWORD = "a-password-of-walkers";

  private TestingServer server;
  private Chromium chromium;
  private Repository repository;
  private GitFixture git;
  private String home = "";
  private User reviewer;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.shared();
    chromium = new Chromium(server);
    repository = TestingProjects.in(server).repository();
    home = Links.to(repository) + "/pull-requests";
    git = GitFixture.workTree(directory.resolve("work"));
    git.commit("Main.java", "class Main {\n  int one;\n}\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    TestingPeople people = TestingPeople.of(server);
    reviewer = people.createUser(TestingPeople.uniqueName("walker"), PASSWORD);
    people.grant(reviewer, new RepositoryId(repository.id()), Permission.REPO_WRITE);
  }

  private void branch(String name, String content) {
    git.git("switch", "--quiet", "--create", name, "main");
    git.commit(name + ".java", content);
    git.git("push", "--quiet", server.cloneUrl(repository), name);
  }

  private long open(String branch) {
    return TestingRest.admin(server)
        .post(
            home.substring(1),
            "{'title':'Merge %s','fromRef':{'id':'%s'},'toRef':{'id':'main'}}"
                .formatted(branch, branch))
        .json()
        .at("/id")
        .asLong();
  }

  /** Makes a pull request a draft, which cannot be merged, or ready. */
  private void mark(String one, boolean draft) {
    TestingRest admin = TestingRest.admin(server);
    String version = admin.get(one.substring(1)).at("/version");
    Assertions.assertThat(
            admin
                .put(one.substring(1), "{'version':%s,'draft':%s}".formatted(version, draft))
                .status())
        .isEqualTo(200);
  }

  private TestingRest.Response reviewByDefault(String branch) {
    return TestingRest.admin(server)
        .post(
            "/rest/default-reviewers/latest" + home.replace("/pull-requests", "/condition"),
            """
            {'reviewers': [{'name': '%s'}, {'name': '%s'}], 'requiredApprovals': 0,
             'sourceMatcher': {'id': '%s', 'type': {'id': 'BRANCH'}},
             'targetMatcher': {'id': 'ANY_REF_MATCHER_ID', 'type': {'id': 'ANY_REF'}}}
            """
                .formatted(reviewer.name(), TestingServer.ADMIN, branch));
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void isCreatedReviewedAndMerged() {
    branch("walk", "int one;\nint two;\n");
    Assertions.assertThat(reviewByDefault("walk").status()).isEqualTo(200);
    Page author = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    author.navigate(home + "?create&sourceBranch=refs%2Fheads%2Fwalk");
    assertThat(author.locator(".diff tr.added").last()).containsText("int two");
    assertThat(author.locator("#field-reviewers")).hasValue(reviewer.name());
    author.fill("#field-reviewers", "");
    author.fill("#field-title", "Count to two");
    author.locator("#field-reviewers").pressSequentially(reviewer.name());
    author.locator("main [role=option] .end").getByText(reviewer.name(), exact()).click();
    assertThat(author.locator("#field-reviewers")).hasValue(reviewer.name() + ", ");
    paste(author, "#field-description");
    assertThat(author.locator("#field-description")).hasValue(Pattern.compile("attachment:"));
    author.locator("main form button.primary").click();
    assertThat(author.locator(".pull-title")).containsText("Count to two");
    assertThat(author.locator("main .markdown img[alt='dot.png']")).hasCount(1);
    author.waitForFunction(
        "() => document.querySelector(\"main img[alt='dot.png']\").naturalWidth");
    String one = author.url().replaceFirst("^https?://[^/]*", "").replaceFirst("/overview.*", "");

    Page page = chromium.open(Look.LIGHT, reviewer.name(), PASSWORD);
    page.navigate(one + "/diff");
    page.locator("tr.added").last().hover();
    page.locator("tr.added button.say").click();
    page.locator(".placed textarea").fill("Why **two**?");
    page.locator(".placed").getByText("Comment", exact()).click();
    Locator thread = page.locator("tr.said .thread");
    assertThat(thread.locator("strong")).hasText("two");
    thread.getByText("Reply", exact()).first().click();
    thread.locator("textarea[id^=reply]").fill("Say so in a comment");
    thread.getByText("Add as a task").click();
    assertThat(thread.locator(".remark.task")).containsText("Say so in a comment");
    thread.getByText("Resolve task").click();
    assertThat(thread.locator(".badge")).containsText("Task, resolved");
    page.getByText("Approve", exactly()).click();
    assertThat(page.locator(".feed")).containsText("approved the pull request");

    author.navigate(one);
    assertThat(author.locator(".merge-state")).containsText("It can be merged");
    author.locator(".pull-buttons").getByText("Merge").click();
    author.getByText("Delete the branch").click();
    author.locator("main form button.primary").click();
    assertThat(author.locator(".pull-line .badge")).containsText("Merged");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    author.context().close();
    page.context().close();
  }

  /** Pastes a picture of one dot. */
  private static void paste(Page page, String field) {
    page.evaluate(
        """
        field => {
          const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";
          const bytes = Uint8Array.from(atob(dot), it => it.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], "dot.png", { type: "image/png" }));
          document.querySelector(field).dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }\
        """,
        field);
  }

  @Test
  void saysWhyAFileIsNotAttached() {
    branch("attached", "int attached;\n");
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(home + "?create&sourceBranch=refs%2Fheads%2Fattached");
    pasteZeros(page, 0);
    assertThat(page.locator(".toasts")).containsText("An empty file cannot be attached.");
    pasteZeros(page, (5 << 20) + 1);
    assertThat(page.locator(".toasts")).containsText("at most 5 MB");
    page.reload();
    pasteZeros(page, 24 << 20);
    assertThat(page.locator(".toasts")).containsText("at most 5 MB");
    assertThat(page.locator("#field-description")).hasValue("");
    page.context().close();
    chromium.complaints();
  }

  private static void pasteZeros(Page page, int size) {
    page.evaluate(
        """
        size => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(size)], "zeros.bin"));
          document.querySelector("#field-description").dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }\
        """,
        size);
  }

  private static void look(Page page) {
    page.waitForResponse(
        Pattern.compile("/news"),
        () -> page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))"));
  }

  @Test
  void anOpenPageTellsWhatOthersDo() {
    branch("news", "int news;\n");
    String one = home + "/" + open("news");
    Page page = chromium.open(Look.LIGHT, reviewer.name(), PASSWORD);
    page.waitForResponse(Pattern.compile("/news"), () -> page.navigate(one));
    Locator news = page.locator("#pull-news");

    TestingRest.user(server, reviewer.name(), PASSWORD)
        .post(one.substring(1) + "/comments", "{'text':'My own'}");
    look(page);
    assertThat(news).isEmpty();

    TestingRest.admin(server).post(one.substring(1) + "/comments", "{'text':'Have you seen?'}");
    look(page);
    assertThat(news).containsText("Something happened here");
    news.getByText("Show it").click();
    assertThat(page.locator(".feed")).containsText("Have you seen?");
    look(page);
    assertThat(news).isEmpty();

    page.context().clearCookies();
    look(page);
    assertThat(news).containsText("You are signed out");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void aReviewOfSeveralLinesIsKeptToItsAuthorUntilItIsFinished() {
    branch("range", "int a;\nint b;\nint c;\n");
    String one = home + "/" + open("range");
    Page page = chromium.open(Look.LIGHT, reviewer.name(), PASSWORD);
    page.navigate(one + "/diff");
    page.locator("tr.added").first().hover();
    page.locator("tr.added button.say").click();
    assertThat(page.locator(".placed textarea")).isFocused();
    page.locator("tr.added")
        .nth(2)
        .locator("td.n")
        .nth(1)
        .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.SHIFT)));
    assertThat(page.locator(".placed")).hasCount(1);
    assertThat(page.locator(".placed label").first()).containsText("lines 1 to 3");
    assertThat(page.locator("tr.marked")).hasCount(3);
    page.locator(".placed textarea").fill("All of it, @" + TestingServer.ADMIN);
    page.locator(".placed").getByText("Add to review").click();
    assertThat(page.locator("tr.said .thread .badge.pending")).isVisible();
    assertThat(page.locator("#review-bar")).containsText("1 pending comment");
    page.reload();
    assertThat(page.locator("tr.marked")).hasCount(3);
    page.screenshot(shot("target/review-diff.png"));
    Page author = chromium.open(Look.PHONE, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    author.navigate(one + "/diff");
    assertThat(author.locator("tr.added").first()).isVisible();
    assertThat(author.locator(".thread")).hasCount(0);

    page.locator("#review-bar").getByText("Finish review").click();
    page.fill("#review-text", "Not yet");
    page.check("#review-bar input[value=NEEDS_WORK]");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    page.screenshot(shot("target/review-finish.png"));
    page.locator("#review-bar").getByText("Publish").click();
    assertThat(page.locator(".feed")).containsText("needing work");
    author.navigate(one);
    assertThat(author.locator(".feed")).containsText("Not yet");
    assertThat(author.locator(".feed a.mention")).hasText("@" + TestingServer.ADMIN);
    author.locator("summary[aria-label=React]").first().click();
    author.locator(".reaction-choice button[value=heart]").first().click();
    assertThat(author.locator(".reaction[aria-pressed=true]")).containsText("1");
    Assertions.assertThat(Chromium.overflow(author)).isZero();
    Assertions.assertThat(Chromium.barriers(author)).isEmpty();
    author.screenshot(shot("target/review-overview.png"));
    Assertions.assertThat(chromium.complaints()).isEmpty();
    author.context().close();
    page.context().close();
  }

  @Test
  void aSuggestionBeginsWithItsLinesAndAnOldCommentIsFound() {
    branch("suggest", "int a;\nint b;\n");
    String one = home + "/" + open("suggest");
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(one + "/diff");
    page.locator("tr.added").last().hover();
    page.locator("tr.added button.say").click();
    Locator field = page.locator(".placed textarea");
    field.fill("Longer:");
    page.locator(".placed").getByText("Insert suggestion").click();
    assertThat(field).hasValue("Longer:\n```suggestion\nint b;\n```\n");
    page.keyboard().type("long ");
    assertThat(field).hasValue("Longer:\n```suggestion\nlong int b;\n```\n");
    page.locator(".placed").getByText("Comment", exact()).click();
    page.locator("tr.said .thread").getByText("Apply suggestion").click();
    assertThat(page.locator(".feed .thread .badge").first()).containsText("Resolved");
    String said = page.locator(".feed .thread [id^=comment-]").first().getAttribute("id");
    TestingRest admin = TestingRest.admin(server);
    for (int i = 0; i < 205; i++) {
      admin.post(one.substring(1) + "/comments", "{'text':'More'}");
    }
    page.navigate(home);
    page.navigate(one + "#" + said);
    assertThat(page.locator("#" + said)).isInViewport();
    Assertions.assertThat(page.url()).contains("last=").endsWith("#" + said);
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  private static Page.ScreenshotOptions shot(String file) {
    return new Page.ScreenshotOptions().setPath(Path.of(file)).setFullPage(true);
  }

  private static Locator.GetByTextOptions exact() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private static Page.GetByTextOptions exactly() {
    return new Page.GetByTextOptions().setExact(true);
  }

  @Test
  void whatWasMergedIsRevertedAndPickedAndConflictsAreTold() {
    branch("fix", "int fix;\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "main:refs/heads/release");
    git.git("switch", "--quiet", "--create", "clash", "main");
    git.commit("fix.java", "int clash;\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "clash");
    String one = home + "/" + open("fix");
    Assertions.assertThat(
            TestingRest.admin(server).post(one.substring(1) + "/merge?version=0", "{}").status())
        .isEqualTo(200);
    Page page = chromium.open(Look.LIGHT, reviewer.name(), PASSWORD);
    page.navigate(one);
    page.locator(".pull-buttons").getByText("Revert").click();
    assertThat(page.locator("#field-name")).not().hasValue("");
    page.locator("main form button.primary").click();
    assertThat(page.locator(".diff tr.removed")).containsText("int fix");
    assertThat(page.locator("#field-title")).hasValue(Pattern.compile("Revert"));
    page.locator("main form button.primary").click();
    assertThat(page.locator(".pull-line .badge")).containsText("Open");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();

    Page phone = chromium.open(Look.PHONE, reviewer.name(), PASSWORD);
    phone.navigate(one);
    phone.locator(".pull-buttons").getByText("Cherry-pick").click();
    phone.fill("#field-onto", "clash");
    phone.keyboard().press("Escape");
    phone.locator("main form button.primary").click();
    assertThat(phone.locator(".note.bad")).containsText("fix.java");
    assertThat(phone.locator("#field-onto")).hasValue("clash");
    Assertions.assertThat(Chromium.overflow(phone)).isZero();
    Assertions.assertThat(Chromium.barriers(phone)).isEmpty();
    assertThat(phone.locator(".tabs [aria-current]").first())
        .isInViewport(new LocatorAssertions.IsInViewportOptions().setRatio(0.9));
    phone.fill("#field-onto", "release");
    phone.keyboard().press("Escape");
    phone.locator("main form button.primary").click();
    assertThat(phone.locator(".diff tr.added")).containsText("int fix");
    assertThat(phone.locator("#field-targetBranch")).hasValue("release");
    phone.context().close();
    chromium.complaints();
  }

  @Test
  void whatWasTypedStaysUntilItIsTaken() {
    branch("typed", "int typed;\n");
    String one = home + "/" + open("typed");
    Page page = chromium.open(Look.PHONE, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate(one);
    page.fill("#say-new", "A thought that took an hour");
    page.context()
        .clearCookies(new BrowserContext.ClearCookiesOptions().setName("BITBUCKETSESSIONID"));
    page.locator(".pull-say .primary").click();
    assertThat(page.locator("#username")).isVisible();
    page.fill("#username", TestingServer.ADMIN);
    page.fill("#password", TestingServer.ADMIN_PASSWORD);
    page.click("main button[type=submit]");
    page.navigate(one);
    assertThat(page.locator("#say-new")).hasValue("A thought that took an hour");
    page.locator(".pull-say .primary").click();
    assertThat(page.locator(".feed")).containsText("A thought that took an hour");
    assertThat(page.locator("#say-new")).hasValue("");
    page.reload();
    assertThat(page.locator("#say-new")).hasValue("");
    Assertions.assertThat(Chromium.overflow(page)).isZero();
    page.context().close();
    chromium.complaints();
  }

  @Test
  void everythingIsDoneWithoutAScript() {
    branch("plain", "int one;\nint plain;\n");
    String one = home + "/" + open("plain");
    Page page = chromium.openWithoutScript(reviewer.name(), PASSWORD);
    page.navigate(one + "/diff");
    page.navigate(
        page.locator("a[data-say]").getAttribute("href") + "&line=2&lineType=ADDED&fileType=TO");
    page.fill("textarea", "Said without a script");
    page.locator("main button.primary").last().click();
    assertThat(page.locator("tr.said .remark")).containsText("Said without a script");
    page.navigate(one);
    page.fill("#say-new", "Do this");
    page.getByText("Add as a task").first().click();
    page.getByText("Resolve task").click();
    assertThat(page.locator(".remark.task .badge")).containsText("Task, resolved");
    page.getByText("Needs work").click();
    assertThat(page.locator(".feed")).containsText("needing work");
    mark(one, true);
    page.navigate(one + "/merge");
    page.getByText("Merge when checks pass").click();
    assertThat(page.locator(".pull-line .badge").first()).not().containsText("Merged");
    page.navigate(one + "/merge");
    assertThat(page.locator(".merge-state")).containsText("as soon as nothing stands against it");
    page.getByText("Cancel auto-merge").click();
    assertThat(page.locator(".merge-state")).not().containsText("as soon as");
    mark(one, false);
    page.navigate(one + "/merge");
    page.locator("main form button.primary").click();
    assertThat(page.locator(".pull-line .badge")).containsText("Merged");
    page.context().close();
  }
}
