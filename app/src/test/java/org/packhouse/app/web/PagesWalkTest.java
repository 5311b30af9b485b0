package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.packhouse.app.notice.imageproxy.ImageHost;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** People's ways through the pages, done in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesWalkTest {

  private static final String MAP = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n";
  private static final String README =
      """
      # Sea chart

      See the [notes](docs/notes.md) and ![the map](map.svg).

      | a | b |
      |---|---|
      | 1 | 2 |

      <script>alert(1)</script> <img src="IMAGE" alt="pixel">
      """;

  private static final LocatorAssertions.ContainsTextOptions FEW_SECONDS =
      new LocatorAssertions.ContainsTextOptions().setTimeout(20_000);

  private TestingServer server;
  private ImageHost images;
  private Chromium chromium;

  @TempDir Path directory;

  @BeforeAll
  void start() throws IOException {
    server = TestingServer.shared();
    chromium = new Chromium(server);
    images = new ImageHost();
  }

  @AfterAll
  void stop() {
    images.close();
    chromium.close();
  }

  @Test
  void theMenuOfARepositorySaysWhetherItIsWatched() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("watched"));
    git.commit("a.txt", "a\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/browse");
    for (String word : List.of("Watch", "Stop watching", "Watch")) {
      page.locator("summary[aria-label=More]").click();
      Locator item = page.locator("details[open] button.menu-item[name=on]");
      assertThat(item).hasText(word);
      item.click();
    }
    assertThat(page).hasURL(server.httpUrl() + Links.to(repository) + "/browse");
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void leadsFromAnEmptyProjectToABrowsedRepository() {
    Page page = signedIn();
    createProject(page, "Sea charts", "SEA");
    createRepository(page, "SEA", "North Sea");
    assertThat(page).hasURL(server.httpUrl() + "/projects/SEA/repos/north-sea/browse");
    assertThat(page.locator("main")).containsText("This repository is empty");

    page.locator("[data-clone=start-ssh]").click();
    assertThat(page.locator("#ssh-existing")).containsText("ssh://");
    push("SEA", "north-sea");

    assertThat(page.locator(".tree")).containsText("docs", FEW_SECONDS);
    assertThat(page.locator(".markdown h1")).hasText("Sea chart");
    assertThat(page.locator(".markdown table")).isVisible();
    assertThat(page.locator(".markdown script")).hasCount(0);
    Assertions.assertThat(
            page.locator(".markdown img[alt=pixel]")
                .evaluate("img => img.decode().then(() => img.naturalWidth)"))
        .isEqualTo(1);
    Assertions.assertThat(page.content()).doesNotContain("<img src=\"http");
    page.click(".markdown a:text('notes')");
    assertThat(page)
        .hasURL(server.httpUrl() + "/projects/SEA/repos/north-sea/browse/docs/notes.md");

    page.navigate("/projects/SEA/repos/north-sea/browse/src/Main.java#2");
    assertThat(page.locator(".code .hk").first()).isVisible();
    assertThat(page.locator("[id='2']")).hasAttribute("href", "#2");

    page.keyboard().press("t");
    page.fill("#finder input", "dnotes");
    assertThat(page.locator("#finder a")).hasCount(1);
    page.keyboard().press("Enter");
    assertThat(page)
        .hasURL(server.httpUrl() + "/projects/SEA/repos/north-sea/browse/docs/notes.md");
    assertThat(page.locator(".code")).hasCount(0);
    page.click("nav[aria-label='Form of the file'] >> text=Source");
    assertThat(page.locator(".code .t").first()).hasText("Notes");

    page.click("nav[aria-label=Repository] >> text=Commits");
    page.click("text=Chart the coast");
    assertThat(page.locator(".diff .added").first()).isVisible();
    assertThat(page.locator(".diff .removed").first()).isVisible();
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void switchesBranchesByFilter() {
    Page page = signedIn();
    createProject(page, "Rivers", "RIV");
    createRepository(page, "RIV", "rhine");
    push("RIV", "rhine");
    page.reload();

    page.keyboard().press("b");
    page.fill("#ref-filter", "delta");
    page.keyboard().press("Enter");

    assertThat(page).hasURL(Pattern.compile(".*at=refs/heads/river/delta"));
    assertThat(page.locator(".tree")).containsText("delta.txt");
    page.context().close();
  }

  @Test
  void jumpsToWhatIsTypedAndSearchesForTheRest() {
    Page page = signedIn();
    createProject(page, "Glaciers", "GLA");
    createRepository(page, "GLA", "aletsch");
    push("GLA", "aletsch");
    page.navigate("/projects/GLA/repos/aletsch");
    page.keyboard().press("/");
    page.keyboard().type("aletsc");
    assertThat(page.locator(".top [role=option]").first()).containsText("aletsch");
    assertThat(page.locator("#search")).hasAttribute("aria-expanded", "true");
    page.keyboard().press("ArrowDown");
    assertThat(page.locator(".top [role=option]").first()).hasAttribute("aria-selected", "true");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(server.httpUrl() + "/projects/GLA/repos/aletsch/browse");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          page.reload();
          Assertions.assertThat(page.locator("main").textContent())
              .contains("Create pull request", "2 commits");
        });
    assertThat(page.locator(".pushed")).containsText("river/delta");

    page.fill("#search", "delt");
    assertThat(page.locator(".top [role=option]").first()).containsText("river/delta");
    page.keyboard().press("Escape");
    assertThat(page.locator(".top [role=listbox]")).isHidden();
    page.fill("#search", "glaciers nothing has this");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile(".*/search\\?q=glaciers.*"));
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void offersGroupsProjectsAndBranchesToFieldsThatNameThem() {
    Page page = signedIn();
    createProject(page, "Deserts", "DES");
    createRepository(page, "DES", "gobi");
    push("DES", "gobi");
    page.navigate("/projects/DES/permissions");
    page.selectOption("#kind", "group");
    page.fill("#field-name", "stash");
    assertThat(page.locator("main [role=option]").first()).containsText("stash-users");
    page.keyboard().press("Enter");
    assertThat(page.locator("#field-name")).hasValue("stash-users");

    page.navigate("/projects/DES/repos/gobi/settings");
    page.fill("#branch", "delta");
    page.click("main [role=option]");
    page.click("text=Change default branch");
    assertThat(page.locator(".note")).containsText("river/delta");

    page.navigate("/projects/DES/repos/gobi/fork");
    page.fill("#field-project", "desert");
    page.click("main [role=option]");
    assertThat(page.locator("#field-project")).hasValue("DES");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    page.context().close();
  }

  @Test
  void keepsWhatWasTypedWhenAValueBreaksARule() {
    Page page = signedIn();
    page.navigate("/projects?create");
    page.fill("#field-name", "Odd");
    page.fill("#field-key", "no spaces please");
    page.click("main button[type=submit]");

    assertThat(page.locator("#error-key")).containsText("no spaces please");
    assertThat(page.locator("#field-name")).hasValue("Odd");
    assertThat(page.locator("#field-key")).isFocused();
    page.context().close();
    chromium.complaints();
  }

  @Test
  void findsAFileInALongPath() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("found"));
    String path = "some-long-directory/".repeat(12) + "File.txt";
    git.write(path, "found\n");
    git.commitAll("Begin");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/browse");
    page.keyboard().press("t");
    page.fill("#finder input", "odt");
    assertThat(page.locator("#finder a")).hasText(path);
    page.fill("#finder input", "odtz");
    assertThat(page.locator("#finder a")).hasCount(0);
    page.context().close();
  }

  @Test
  void findsFirstTheFileWhoseNameHasAllLetters() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("named"));
    String folder = "core/src/main/java/http/client/";
    git.write(folder + "HttpsConfig.java", "class HttpsConfig {}\n");
    git.write(folder + "HttpClientConfig.java", "class HttpClientConfig {}\n");
    git.commitAll("Begin");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/browse");
    page.keyboard().press("t");
    page.fill("#finder input", "httpclconf");
    assertThat(page.locator("#finder a").first()).hasText(folder + "HttpClientConfig.java");
    page.context().close();
  }

  @Test
  void movesArchivesAndDeletesARepository() {
    Page page = signedIn();
    createProject(page, "Lakes", "LAK");
    createProject(page, "Ponds", "PON");
    createRepository(page, "LAK", "garda");
    page.navigate("/projects/LAK/repos/garda/settings");
    page.fill("#field-target", "PON");
    page.click("text=Move repository");
    assertThat(page).hasURL(server.httpUrl() + "/projects/PON/repos/garda/settings");

    page.navigate("/projects/LAK/repos/garda/browse");
    assertThat(page).hasURL(server.httpUrl() + "/projects/PON/repos/garda/browse");

    page.navigate("/projects/PON/repos/garda/settings");
    page.click("text=Archive repository");
    assertThat(page.locator(".heading")).containsText("Archived");

    page.fill("#field-confirm", "wrong");
    page.click("text=Delete repository");
    assertThat(page.locator("#error-confirm")).isVisible();
    page.fill("#field-confirm", "garda");
    page.click("text=Delete repository");
    assertThat(page.locator(".note")).containsText("deleted");
    page.context().close();
    chromium.complaints();
  }

  @Test
  void isNoWiderThanTheWindowHoweverDeepADocumentGoes() {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("deep"));
    StringBuilder lists = new StringBuilder();
    for (int depth = 0; depth < 60; depth++) {
      lists.append("  ".repeat(depth)).append(depth % 2 == 0 ? "- [ ] to do\n" : "- item\n");
    }
    git.write("README.md", ">".repeat(200) + " deep\n\n---\n\n" + lists);
    git.commitAll("Begin");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    for (Look look : List.of(Look.LIGHT, Look.PHONE)) {
      Page page = chromium.open(look, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
      page.navigate(Links.to(repository) + "/browse");
      assertThat(page.locator(".markdown blockquote").last()).containsText("deep");
      Assertions.assertThat(Chromium.overflow(page)).isZero();
      Assertions.assertThat(Chromium.barriers(page)).isEmpty();
      page.context().close();
    }
  }

  @Test
  void showsATokenOnceAndRevokesIt() {
    Page page = signedIn();
    page.navigate("/account/tokens");
    page.fill("#field-name", "nightly build");
    page.click("text=Create token");
    String secret = page.inputValue("#made");
    Assertions.assertThat(secret).hasSizeGreaterThan(20);

    page.navigate("/account/tokens");
    Assertions.assertThat(page.content()).doesNotContain(secret);
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Revoke the token nightly build"))
        .click();
    assertThat(page.locator("main .box").first()).not().containsText("nightly build");
    page.context().close();
  }

  @Test
  void copiesAFileAsThePageReadsItAndNothingElse() throws IOException {
    Repository repository = TestingProjects.in(server).repository();
    GitFixture git = GitFixture.workTree(directory.resolve("copied"));
    Files.write(
        git.directory().resolve("latin.txt"),
        "gr\u00f6\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1));
    git.commitAll("Begin");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    Page page = signedIn();
    page.navigate(Links.to(repository) + "/browse/latin.txt");
    page.click("[data-copy-url]");
    assertThat(page.locator(".toasts")).containsText("Copied");
    page.focus("#search");
    page.keyboard().press("Control+V");
    assertThat(page.locator("#search")).hasValue("gr\u00f6\u00dfe");
    Assertions.assertThat(chromium.complaints()).isEmpty();

    page.reload();
    page.context().clearCookies();
    page.click("[data-copy-url]");
    assertThat(page.locator(".toasts")).hasText(Pattern.compile("^Not copied.*"));
    page.context().close();
    chromium.complaints();
  }

  @Test
  void signsOutAndComesBackToWhereItWas() {
    Page page = signedIn();
    page.click("summary[aria-label^='Account']");
    page.click("text=Sign out");
    page.navigate("/account");
    assertThat(page).hasURL(server.httpUrl() + "/login?next=/account");
    page.fill("#username", TestingServer.ADMIN);
    page.fill("#password", "wrong password");
    page.click("main button[type=submit]");
    assertThat(page.locator("[role=alert]")).containsText("wrong");
    assertThat(page.locator("#username")).hasValue(TestingServer.ADMIN);
    assertThat(page.locator("#password")).isFocused();
    page.fill("#password", TestingServer.ADMIN_PASSWORD);
    page.click("main button[type=submit]");
    assertThat(page).hasURL(server.httpUrl() + "/account");
    page.context().close();
  }

  private Page signedIn() {
    return chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
  }

  private static void createProject(Page page, String name, String key) {
    page.navigate("/projects?create");
    page.fill("#field-name", name);
    page.fill("#field-key", key);
    page.click("main button[type=submit]");
  }

  private static void createRepository(Page page, String project, String name) {
    page.navigate("/repos?create&project=" + project);
    page.fill("#field-name", name);
    page.click("main button[type=submit]");
  }

  private void push(String project, String slug) {
    GitFixture git = GitFixture.workTree(directory.resolve(slug));
    git.write("README.md", README.replace("IMAGE", images.url("/pixel.png")))
        .write("docs/notes.md", "Notes\n")
        .write("map.svg", MAP);
    git.write("src/Main.java", "class Main {\n  public static void main() {}\n}\n");
    git.commitAll("Begin");
    git.write("src/Main.java", "class Main {\n  public static void main(String[] a) {}\n}\n");
    git.commitAll("Chart the coast");
    String url =
        server.cloneUrl(project + "/" + slug, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    git.git("push", "--quiet", url, "main");
    git.git("switch", "--quiet", "--create", "river/delta");
    git.commit("delta.txt", "delta\n");
    git.git("push", "--quiet", url, "river/delta");
  }
}
