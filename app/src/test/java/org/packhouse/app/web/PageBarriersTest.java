package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/**
 * Every page, light, dark and on a phone: usable by everybody, silent, no wider than the window.
 */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageBarriersTest {

  private static final List<String> PAGES_OF_THE_ACCOUNT =
      List.of(
          "/account",
          "/account/password",
          "/account/ssh-keys",
          "/account/gpg-keys",
          "/account/tokens",
          "/account/addresses",
          "/account/notifications",
          "/account/appearance");

  private static final List<String> PAGES_WITH_COLOURS_ON_A_PHONE =
      List.of("/login", "/dashboard", "/account", "/admin/users", "/projects");

  /** In how many tests the pages are looked at, none of which may take minutes. */
  private static final int PARTS = 4;

  private TestingServer server;
  private Chromium chromium;
  private List<String> pages;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.shared();
    chromium = new Chromium(server);
    TestingProjects projects = TestingProjects.in(server);
    Project project = projects.project();
    Repository empty = projects.repository(project);
    Repository full = projects.repository(project);
    String commit = push(directory, full);
    String home = Links.to(full);
    pages = new ArrayList<>(pagesOfCommits(home, commit));
    pages.addAll(pagesOfRefs(home));
    pages.addAll(pagesOfPullRequests(home, open(full)));
    pages.addAll(pagesOfMerged(home, merged(full)));
    pages.addAll(pagesOfAdministration());
    pages.addAll(pagesOfChecks(project, full));
    pages.addAll(pagesOfSearch());
    pages.addAll(pagesOfPeople());
    pages.addAll(PAGES_OF_THE_ACCOUNT);
    pages.addAll(
        List.of(
            "/",
            "/dashboard",
            "/getting-started",
            "/projects",
            "/projects?create",
            "/repos",
            "/repos?create",
            Links.to(project),
            Links.to(project) + "/settings",
            Links.to(project) + "/import",
            home + "/import",
            "/admin/imports",
            "/admin/webhooks",
            Links.to(empty) + "/browse",
            home + "/browse",
            home + "/browse/src",
            home + "/browse/src/Long.java",
            home + "/browse/src/Long.java?blame=true",
            home + "/browse/README.md",
            home + "/edit/src/Long.java",
            home + "/create/src",
            home + "/upload/src",
            home + "/delete/README.md",
            home + "/commits/" + commit + "/comments",
            home + "/settings",
            home + "/fork",
            home + "/forks",
            home + "/sync",
            home + "/permissions",
            Links.to(project) + "/permissions",
            Links.to(project) + "/access-keys",
            Links.to(project) + "/access-tokens",
            home + "/access-keys",
            home + "/access-tokens",
            "/help/about",
            "/help/rest"));
  }

  private static List<String> pagesOfSearch() {
    return List.of(
        "/search",
        "/search?q=return",
        "/search?q=change&type=commits",
        "/search?q=repo&type=repositories",
        "/search?q=a&type=projects",
        "/search?q=ada&type=people");
  }

  /** Somebody with pull requests, without anything, and with a project of their own. */
  private List<String> pagesOfPeople() {
    TestingPeople people = TestingPeople.of(server);
    User bare = people.createUser(TestingPeople.uniqueName("bare"), "Their-password-1");
    User owner = people.createUser(TestingPeople.uniqueName("wide".repeat(20)), "Their-password-1");
    Project own = server.get(ProjectCreation.class).personal(owner);
    return List.of("/users/admin", "/users/" + bare.slug(), Links.to(own));
  }

  private static List<String> pagesOfAdministration() {
    return List.of(
        "/admin/overview",
        "/admin/users",
        "/admin/users/admin",
        "/admin/groups",
        "/admin/groups/members?name=stash-users",
        "/admin/permissions",
        "/admin/maintenance",
        "/admin/trash",
        "/admin/damaged",
        "/admin/scm-cache",
        "/admin/rate-limits",
        "/admin/mail-server",
        "/admin/banner",
        "/admin/pull-requests",
        "/admin/issue-tracker",
        "/admin/logging",
        "/admin/audit",
        "/admin/throttle",
        "/admin/clustering",
        "/admin/system");
  }

  private static List<String> pagesOfCommits(String home, String commit) {
    return List.of(
        home + "/commits",
        home + "/commits?path=src/Long.java",
        home + "/commits/" + commit,
        home + "/commits/" + commit + "?view=split&w=1",
        home + "/commits/" + commit + "/reports",
        home + "/commits/" + commit + "/reports?report=lint",
        home + "/compare/diff",
        home + "/compare/diff?sourceBranch=" + commit + "&targetBranch=v0",
        home + "/compare/commits?sourceBranch=main&targetBranch=v0");
  }

  private static List<String> pagesOfPullRequests(String home, long number) {
    String one = home + "/pull-requests/" + number;
    return List.of(
        home + "/pull-requests",
        home + "/pull-requests?author=admin&order=oldest",
        home + "/pull-requests?state=declined&reviewer=nobody-at-all",
        one,
        home + "/pull-requests?create",
        home + "/pull-requests?create&sourceBranch=wide",
        one + "/diff",
        one + "/commits",
        one + "/edit",
        one + "/merge",
        one + "/merge/conflicts",
        one + "/delete",
        one + "/rebase",
        one + "/comments/new?path=topic&line=1&lineType=ADDED&fileType=TO");
  }

  private static List<String> pagesOfMerged(String home, long number) {
    String one = home + "/pull-requests/" + number;
    return List.of(one, one + "/revert", one + "/cherry-pick");
  }

  /** A pull request that is merged into a branch of its own. */
  private long merged(Repository full) {
    TestingRest admin = TestingRest.admin(server);
    String path = "projects/%s/repos/%s/pull-requests".formatted(full.project().key(), full.slug());
    String body =
        "{'title':'%s','fromRef':{'id':'wide'},'toRef':{'id':'into'}}".formatted("wide".repeat(50));
    long number = admin.post(path, body).json().at("/id").asLong();
    String merge = path + "/" + number + "/merge?version=0";
    assertThat(admin.post(merge, "{}").at("/state")).isEqualTo("MERGED");
    return number;
  }

  /** A pull request about which things are said. */
  private long open(Repository full) {
    TestingRest admin = TestingRest.admin(server);
    String path = "projects/%s/repos/%s/pull-requests".formatted(full.project().key(), full.slug());
    long number =
        admin
            .post(
                path,
                "{'title':'A %s title','description':'# Why\\n\\n- [ ] `so`','fromRef':{'id':'topic'},'toRef':{'id':'main'}}"
                    .formatted("wide".repeat(50)))
            .json()
            .at("/id")
            .asLong();
    String comments = path + "/" + number + "/comments";
    for (String body :
        List.of(
            "{'text':'Say `%s`'}".formatted("wide".repeat(60)),
            "{'text':'Do it','severity':'BLOCKER'}",
            "{'text':'At a line\\n```suggestion\\n2\\n```','anchor':{'path':'topic','line':1,'lineType':'ADDED'}}")) {
      assertThat(admin.post(comments, body).status()).isEqualTo(201);
    }
    return number;
  }

  /** Hooks and webhooks, with one that has something to tell. */
  private List<String> pagesOfChecks(Project project, Repository full) {
    TestingRest admin = TestingRest.admin(server);
    String api = "projects/%s/repos/%s".formatted(full.project().key(), full.slug());
    String url = "http://127.0.0.1:9/" + "wide".repeat(60);
    String id =
        admin
            .post(
                api + "/webhooks",
                "{'name':'%s','url':'%s','events':['repo:modified']}"
                    .formatted("wide".repeat(50), url))
            .at("/id");
    assertThat(admin.put(api, "{'description':'%s'}".formatted("wide".repeat(50))).status())
        .isEqualTo(201);
    String delivery =
        admin
            .get("/rest/packhouse/1.0/" + api + "/webhooks/" + id + "/deliveries")
            .at("/values/0/id");
    String webhooks = Links.to(full) + "/settings/webhooks";
    assertThat(
            admin
                .put(
                    "/rest/insights/latest/" + api + "/settings/merge-checks/" + "wide".repeat(50),
                    "{'reportKey':'%s'}".formatted("wide".repeat(60)))
                .status())
        .isEqualTo(200);
    String hooks = Links.to(full) + "/settings/hooks";
    return List.of(
        Links.to(full) + "/settings/required-reports",
        Links.to(full) + "/watch",
        Links.to(full.project()) + "/settings/required-reports",
        Links.to(project) + "/settings/issue-tracker",
        Links.to(full) + "/settings/issue-tracker",
        Links.to(project) + "/settings/webhooks",
        Links.to(project) + "/settings/webhooks/create",
        webhooks,
        webhooks + "/" + id,
        webhooks + "/" + id + "/edit",
        webhooks + "/" + id + "/deliveries/" + delivery,
        Links.to(project) + "/settings/hooks",
        Links.to(project) + "/settings/pull-requests",
        Links.to(full) + "/settings/pull-requests",
        Links.to(project) + "/settings/reviewers",
        Links.to(full) + "/settings/reviewers",
        Links.to(full) + "/settings/required-builds",
        Links.to(project) + "/settings/default-tasks",
        Links.to(full) + "/settings/default-tasks",
        hooks,
        hooks + "/org.packhouse.hooks:block-secrets");
  }

  private static List<String> pagesOfRefs(String home) {
    return List.of(
        home + "/branches",
        home + "/branches?create",
        home + "/tags",
        home + "/tags?create",
        home + "/tags/delete?name=v1",
        home + "/settings/branch-model",
        home + "/settings/branch-permissions",
        home.replaceFirst("/repos/.*", "") + "/settings/branch-permissions");
  }

  /** Two commits, each with a tag; the later commit's id. */
  private String push(Path directory, Repository full) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("README.md", "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```java\nint a;\n```\n");
    git.write("src/Long.java", "class Long { String s = \"" + "wide ".repeat(80) + "\"; }\n");
    git.commitAll("Begin");
    git.git("tag", "v0");
    git.write("src/Long.java", "class Long { String t = \"" + "wide ".repeat(90) + "\"; }\n");
    String commit =
        git.commitAll("Change a subject that is long enough to be cut on a small phone");
    git.git("tag", "v1");
    git.git("push", "--quiet", server.cloneUrl(full), "main", "v0", "v1", "main:into");
    git.commit("topic", "1\n");
    git.git("push", "--quiet", server.cloneUrl(full), "HEAD:refs/heads/topic");
    git.commit("wide", "wide ".repeat(80) + "\n");
    git.git("push", "--quiet", server.cloneUrl(full), "HEAD:refs/heads/wide");
    comment(full, commit, "{'path':'src/Long.java','line':1,'lineType':'ADDED'}");
    comment(full, commit, "{'path':'src/Long.java'}");
    report(full, commit);
    return commit;
  }

  private void comment(Repository repository, String commit, String anchor) {
    String path =
        "projects/%s/repos/%s/commits/%s/comments"
            .formatted(repository.project().key(), repository.slug(), commit);
    String body = "{'text':'Why so %s?','anchor':%s}".formatted("wide".repeat(60), anchor);
    assertThat(TestingRest.admin(server).post(path, body).status()).isEqualTo(201);
  }

  /** A report with a wide remark on a line, and a required build. */
  private void report(Repository full, String commit) {
    TestingRest admin = TestingRest.admin(server);
    String wide = "wide".repeat(60);
    String lint = "/rest/insights/1.0" + Links.to(full) + "/commits/" + commit + "/reports/lint";
    assertThat(
            admin
                .put(
                    lint,
                    "{'title':'%1$s','details':'%1$s','result':'FAIL','reporter':'%1$s','link':'https://a/%1$s','data':[{'title':'%1$s','value':'%1$s'}]}"
                        .formatted(wide))
                .status())
        .isEqualTo(200);
    assertThat(
            admin
                .post(
                    lint + "/annotations",
                    "{'annotations':[{'path':'src/Long.java','line':1,'message':'%1$s','severity':'HIGH','type':'BUG','link':'https://a/'},{'path':'%1$s','message':'%1$s','severity':'MEDIUM'}]}"
                        .formatted(wide))
                .status())
        .isEqualTo(204);
    require(full, wide.substring(0, 200));
    makeTask(full, wide.substring(0, 200));
  }

  private void require(Repository full, String build) {
    assertThat(
            TestingRest.admin(server)
                .post(
                    "/rest/required-builds/1.0" + Links.to(full) + "/condition",
                    "{'buildParentKeys':['%1$s'],'refMatcher':{'id':'%1$s','type':{'id':'BRANCH'}},'exemptRefMatcher':{'id':'%1$s*','type':{'id':'PATTERN'}}}"
                        .formatted(build))
                .status())
        .isEqualTo(200);
  }

  private void makeTask(Repository full, String text) {
    assertThat(
            TestingRest.admin(server)
                .post(
                    "/rest/default-tasks/1.0" + Links.to(full) + "/tasks",
                    "{'description':'%1$s','sourceMatcher':{'id':'%1$s','type':{'id':'BRANCH'}},'targetMatcher':{'id':'%1$s*','type':{'id':'PATTERN'}}}"
                        .formatted(text))
                .status())
        .isEqualTo(200);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void barriersAreSeen() {
    Page page = chromium.open(Look.LIGHT);
    page.setContent("<p style='color:#eee'>faint</p><img src='data:image/gif;base64,'>");
    assertThat(Chromium.barriers(page))
        .anyMatch(it -> it.startsWith("image-alt <img "))
        .anyMatch(it -> it.startsWith("color-contrast <p "));
    assertThat(Chromium.faintColours(page)).singleElement().asString().contains("faint");
    page.context().close();
    assertThat(chromium.complaints()).isEmpty();
  }

  @Test
  void pagesOfVisitorsArePlainToEverybody() {
    assertPlain(chromium.open(Look.LIGHT), List.of("/login", "/forgot-password"));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void pagesArePlainToEverybody(int part) {
    int size = Math.ceilDiv(pages.size(), PARTS);
    int end = Math.min((part + 1) * size, pages.size());
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    assertPlain(page, pages.subList(part * size, end));
  }

  static IntStream parts() {
    return IntStream.range(0, PARTS);
  }

  private void assertPlain(Page page, List<String> paths) {
    List<String> findings = new ArrayList<>();
    paths.forEach(path -> inspect(page, path, findings));
    page.context().close();
    findings.addAll(chromium.complaints());
    assertThat(findings).isEmpty();
  }

  /** A page is loaded once, and looked at by day, at night and as narrow as a phone. */
  private static void inspect(Page page, String path, List<String> findings) {
    int status = page.navigate(path).status();
    if (status != 200) {
      findings.add(path + " answers " + status);
    }
    Chromium.barriers(page).forEach(it -> findings.add(path + ": " + it));
    inspectSize(page, path, findings);
    atNight(page).forEach(it -> findings.add(path + ": " + it));
    inspectOnAPhone(page, path, findings);
  }

  /** Its colours are the same there, but for what all pages have on a phone alone. */
  private static void inspectOnAPhone(Page page, String path, List<String> findings) {
    String where = path + " on a phone";
    Chromium.resize(page, Look.PHONE);
    List<String> barriers =
        PAGES_WITH_COLOURS_ON_A_PHONE.contains(path) || path.endsWith("/browse")
            ? Chromium.barriers(page)
            : Chromium.barriersOfAnyColour(page);
    barriers.forEach(it -> findings.add(where + ": " + it));
    inspectSize(page, where, findings);
    Chromium.resize(page, Look.LIGHT);
  }

  private static void inspectSize(Page page, String where, List<String> findings) {
    findings.addAll(Inspection.narrow(page, where));
    int overflow = Chromium.overflow(page);
    if (overflow > 0) {
      findings.add(where + " is " + overflow + " pixels too wide");
    }
  }

  /** At night nothing differs from the day but colours, which change where the page stands. */
  private static List<String> atNight(Page page) {
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    List<String> faint = Chromium.faintColours(page);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    return faint.stream().map(it -> it + " (at night)").toList();
  }
}
