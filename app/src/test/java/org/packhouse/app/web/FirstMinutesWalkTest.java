package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * People's first minutes, and what befalls them then, by day on a desk and by night on a phone, at
 * an address that a browser trusts and at one of plain HTTP: nothing that was typed is lost, and
 * every page on the way is usable by everybody.
 */
@Tag("browser")
@Tag("full")
@Tag("source")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirstMinutesWalkTest {

  private static final String SESSION = "BITBUCKETSESSIONID";
  private static final String FORM_TOKEN = "XSRF-TOKEN";
  private static final String SUBMIT = "main button[type=submit]";

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String home = Links.to(repository);
  private final List<String> findings = new ArrayList<>();
  private String commit = "";

  @BeforeAll
  void push(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("README.md", "# Waves\n\n- [ ] to do\n\n> [!NOTE]\n> A note[^1]\n\n[^1]: below\n");
    write(git, "before");
    git.commitAll("Begin");
    write(git, "after");
    commit = git.commitAll("Change");
    String url = server.cloneUrl(repository);
    git.git("push", "--quiet", url, "main");
    IntStream.range(0, 45).forEach(i -> git.git("branch", "wave-%02d".formatted(i)));
    git.git("push", "--quiet", url, "--all");
    git.commit("topic", "1\n");
    git.git("push", "--quiet", url, "HEAD:refs/heads/topic");
  }

  private static void write(GitFixture git, String word) {
    for (int i = 0; i < 4; i++) {
      git.write(
          "src/part/Wave%d.java".formatted(i),
          IntStream.rangeClosed(1, 60)
              .mapToObj(line -> line == 30 ? word + "\n" : "line " + line + "\n")
              .collect(Collectors.joining()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LIGHT, localhost",
    "NIGHT_PHONE, localhost",
    "LIGHT, " + Chromium.PLAIN_HOST,
    "NIGHT_PHONE, " + Chromium.PLAIN_HOST
  })
  void nothingThatWasTypedIsLostAndEveryWayIsOpenToEverybody(Look look, String host) {
    findings.clear();
    try (Chromium chromium = new Chromium(server, host)) {
      Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
      String project = aSessionThatIsLostLosesNoText(page, chromium);
      aTokenThatIsLostLosesNoText(page, project);
      emptyRepository(page);
      theEditorAndCommentsKeepDrafts(page, chromium);
      aCommentIsSentOnceThePageHasTheNewToken(page);
      copies(page, host);
      findsFiles(page, chromium, look);
      switchesBranches(page);
      picks(page);
      jumps(page);
      readsADiff(page, look);
      // Forms that are out of date are refused with 403, as the browser notes.
      findings.addAll(
          chromium.complaints().stream()
              .filter(it -> !it.matches("(?s).*(status of|Code) 403.*"))
              .toList());
    }
    Assertions.assertThat(findings).isEmpty();
  }

  private void look(Page page, String where) {
    findings.addAll(Inspection.of(page, where));
  }

  private static void lose(Page page, String cookie) {
    page.context().clearCookies(new BrowserContext.ClearCookiesOptions().setName(cookie));
  }

  private static void signIn(Page page, String password) {
    page.fill("#username", TestingServer.ADMIN);
    page.fill("#password", password);
    page.click(SUBMIT);
  }

  private String aSessionThatIsLostLosesNoText(Page page, Chromium chromium) {
    String name = TestingProjects.name("Lost ");
    page.navigate("/projects?create");
    page.fill("#field-name", name);
    page.fill("#field-description", "Typed for an hour");
    page.check("#field-isPublic");
    lose(page, SESSION);
    page.click(SUBMIT);
    assertThat(page.locator("[data-keeps-sent]")).containsText("the form comes back");
    look(page, "sign-in after the session");
    signIn(page, "a wrong password");
    assertThat(page.locator("[role=alert]")).isVisible();
    signIn(page, TestingServer.ADMIN_PASSWORD);

    assertThat(page).hasURL(chromium.base() + "/projects?create");
    assertThat(page.locator("#field-name")).hasValue(name);
    assertThat(page.locator("#field-description")).hasValue("Typed for an hour");
    assertThat(page.locator("#field-isPublic")).isChecked();
    assertThat(page.locator("main .note")).containsText("What you typed is back");
    look(page, "the form that came back");
    String key = page.inputValue("#field-key");
    page.click(SUBMIT);
    assertThat(page.locator("h1")).containsText(name);
    page.navigate("/projects?create");
    assertThat(page.locator("#field-name")).hasValue("");
    return key;
  }

  private void aTokenThatIsLostLosesNoText(Page page, String project) {
    page.navigate("/repos?create&project=" + project);
    page.fill("#field-name", "Shallows");
    lose(page, FORM_TOKEN);
    page.click(SUBMIT);
    assertThat(page.locator("h1")).hasText("This form is out of date");
    assertThat(page.locator("summary[aria-label^='Account of']")).isVisible();
    look(page, "a form that is out of date");
    page.click("main a.button.primary");
    assertThat(page.locator("#field-project")).hasValue(project);
    assertThat(page.locator("#field-name")).hasValue("Shallows");
    page.click(SUBMIT);
  }

  private void emptyRepository(Page page) {
    assertThat(page.locator("main")).containsText("This repository is empty");
    page.click("[data-clone=start-ssh]");
    page.click("[data-copy=ssh-existing]");
    assertThat(page.locator(".toasts")).containsText("Copied");
    assertPasted(page, page.locator("#ssh-existing").textContent().lines().toList().get(1));
    page.click("[data-clone=start-http]");
    look(page, "an empty repository");
  }

  private void theEditorAndCommentsKeepDrafts(Page page, Chromium chromium) {
    String editor = home + "/edit/README.md?at=refs/heads/main";
    page.navigate(editor);
    page.fill("#field-content", "# Drafted\n");
    lose(page, SESSION);
    page.click("button:text-is('Commit')");
    signIn(page, TestingServer.ADMIN_PASSWORD);
    assertThat(page).hasURL(chromium.base() + editor);
    assertThat(page.locator("#field-content")).hasValue("# Drafted\n");
    look(page, "the editor with a draft");
    page.click("text=Start over");

    page.navigate(home + "/commits/" + commit + "/comments");
    page.fill("#field-text", "Half a thought");
    page.reload();
    assertThat(page.locator("#field-text")).hasValue("Half a thought");
    look(page, "a comment with a draft");
    page.click("button:text-is('Comment')");
    assertThat(page.locator(".comment-text").last()).hasText("Half a thought");
    assertThat(page.locator("#field-text")).hasValue("");
  }

  private void aCommentIsSentOnceThePageHasTheNewToken(Page page) {
    String path =
        "projects/%s/repos/%s/pull-requests"
            .formatted(repository.project().key(), repository.slug());
    TestingRest admin = TestingRest.admin(server);
    String open = "{'title':'Waves','fromRef':{'id':'topic'},'toRef':{'id':'main'}}";
    String number = admin.get(path).at("/values/0/id");
    page.navigate(
        home + "/pull-requests/" + (number.isEmpty() ? admin.post(path, open).at("/id") : number));
    String text = TestingProjects.name("Said ");
    page.fill("#say-new", text);
    lose(page, FORM_TOKEN);
    page.locator(".pull-say .primary").click();
    page.click("main a.button.primary");
    assertThat(page.locator("#say-new")).hasValue(text);
    look(page, "a pull request");
    page.locator(".pull-say .primary").click();
    assertThat(page.locator("#say-new")).hasValue("");
    Locator thread =
        page.locator(".thread").filter(new Locator.FilterOptions().setHasText(text)).first();
    thread.getByText("Reply", new Locator.GetByTextOptions().setExact(true)).first().click();
    thread.locator("textarea[id^=reply]").fill("Said again");
    lose(page, FORM_TOKEN);
    Locator reply = thread.locator("form:has(textarea[id^=reply]) button.primary");
    reply.click();
    assertThat(page.locator(".toasts")).containsText("Send again");
    look(page, "a reply that was not taken");
    assertThat(thread.locator("textarea[id^=reply]")).hasValue("Said again");
    reply.click();
    assertThat(thread.locator(".remark").last()).containsText("Said again");
  }

  /** With and without the clipboard that only trusted addresses have. */
  private void copies(Page page, String host) {
    Assertions.assertThat(page.evaluate("window.isSecureContext"))
        .isEqualTo(host.equals("localhost"));
    page.navigate(home + "/browse");
    page.click("[data-clone-panel] > summary");
    page.click("[data-clone=clone-http]");
    look(page, "the ways to clone");
    page.click("[data-copy=clone-http-url]");
    assertThat(page.locator(".toasts")).containsText("Copied");
    assertPasted(page, page.inputValue("#clone-http-url"));

    page.navigate(home + "/browse/src/part/Wave1.java");
    page.click("[data-wrap]");
    page.click("[data-copy-url]");
    assertThat(page.locator(".toasts")).containsText("Copied");
    look(page, "a file");
    page.click("[data-wrap]");
  }

  private static void assertPasted(Page page, String text) {
    page.fill("#search", "");
    page.keyboard().press("Control+V");
    page.waitForCondition(() -> page.inputValue("#search").contains(text));
    page.fill("#search", "");
    page.keyboard().press("Escape");
  }

  private void findsFiles(Page page, Chromium chromium, Look look) {
    page.navigate(home + "/browse");
    if (look == Look.LIGHT) {
      page.keyboard().press("t");
    } else {
      page.click("[data-finder]");
    }
    page.fill("#finder input", "spwave");
    assertThat(page.locator("#finder a")).hasCount(4);
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowUp");
    look(page, "the file finder");
    String chosen = page.locator("#finder a[aria-current]").textContent();
    page.keyboard().press("Enter");
    assertThat(page).hasURL(chromium.base() + home + "/browse/" + chosen);
  }

  private void switchesBranches(Page page) {
    page.navigate(home + "/browse");
    page.click(".ref-menu > summary");
    page.fill("#ref-filter", "wave-4");
    look(page, "the menu of branches");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile(".*at=refs/heads/wave-40"));
  }

  private void picks(Page page) {
    page.navigate(home + "/settings");
    page.fill("#branch", "wave");
    Locator options = page.locator("main [role=option]");
    assertThat(options).hasCount(21);
    page.keyboard().press("ArrowUp");
    assertThat(page.locator("main [aria-selected=true]")).hasText("Show more");
    page.keyboard().press("Enter");
    assertThat(options).hasCount(41);
    assertThat(page.locator("main [aria-selected=true]")).containsText("wave-20");
    page.keyboard().press("ArrowDown");
    look(page, "a field with suggestions");
    page.keyboard().press("Enter");
    assertThat(page.locator("#branch")).hasValue("wave-21");

    page.navigate(home + "/permissions");
    page.fill("#field-name", TestingServer.ADMIN.substring(0, 4));
    assertThat(options.first()).isVisible();
    look(page, "a field for people");
  }

  private void jumps(Page page) {
    page.navigate("/dashboard");
    page.fill("#search", repository.slug());
    assertThat(page.locator(".top [role=option]").first()).isVisible();
    look(page, "your work, jumping");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile(".*" + home + "(/browse)?"));
  }

  private void readsADiff(Page page, Look look) {
    page.navigate(home + "/commits/" + commit);
    if (look != Look.LIGHT) {
      page.click(".diff-side > summary");
    }
    page.fill("#diff-filter", "Wave2");
    assertThat(page.locator(".diff-tree a")).hasCount(1);
    look(page, "the files of a diff");
    page.click(".diff-tree a");
    Locator file = page.locator(".diff-file[aria-label='src/part/Wave2.java']");
    assertThat(file.locator(".file-title")).isFocused();
    file.locator(".gap a[title='20 lines up']").click();
    file.locator("[data-copy-text]").click();
    assertThat(page.locator(".toasts")).containsText("Copied");
    look(page, "a diff");
    file.locator("[data-collapse]").click();
    assertThat(file.locator(".diff-body")).isHidden();
  }
}
