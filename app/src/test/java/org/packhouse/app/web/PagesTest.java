package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.FileMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRepository;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Responses of pages to somebody who is not signed in: a public repository, and all else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {

  private TestingServer server;
  private Repository open;
  private Repository secret;

  @BeforeAll
  void push(@TempDir Path directory) throws IOException {
    server = TestingServer.shared();
    TestingProjects projects = TestingProjects.in(server);
    open = projects.publicRepository();
    secret = projects.repository();
    try (TestingRepository repository = TestingRepository.create(directory)) {
      var commit =
          repository.commit(
              "Begin",
              List.of(),
              TestingRepository.file("page.html", "<script>alert(1)</script>\n"),
              TestingRepository.file("dir with space/100%;#?&.txt", "odd\n"),
              TestingRepository.file("back\\slash", "odd\n"),
              TestingRepository.file("script.js", "alert(1)\n"),
              TestingRepository.file("style.css", "a {}\n"),
              TestingRepository.file("control\u0001\n.txt", "odd\n"),
              new TestingRepository.File(
                  "caf\u00e9.txt".getBytes(StandardCharsets.ISO_8859_1),
                  FileMode.REGULAR_FILE,
                  "latin\n".getBytes(StandardCharsets.UTF_8)),
              new TestingRepository.File(
                  "data.bin".getBytes(StandardCharsets.UTF_8),
                  FileMode.REGULAR_FILE,
                  new byte[] {0, 1, 2}));
      GitFixture.in(repository.git().getDirectory().toPath())
          .git("push", "--quiet", server.cloneUrl(open), commit.name() + ":refs/heads/main");
    }
  }

  @Test
  void showsAPublicRepositoryToEverybody() throws Exception {
    HttpResponse<String> page = get(Links.to(open) + "/browse");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("dir with space").contains("caf\u00e9.txt");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'")
        .doesNotContain("unsafe");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/script.js", "/style.css", "/none.xml", "/none.txt"})
  void isHtmlWhateverTheAddressEndsIn(String file) throws Exception {
    for (String accepted : List.of("*/*", "application/javascript", "text/css,*/*;q=0.1")) {
      assertThat(
              get(Links.to(open) + "/browse" + file, "Accept", accepted)
                  .headers()
                  .firstValue("Content-Type"))
          .hasValue("text/html;charset=UTF-8");
    }
    assertThat(get(file).headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
  }

  @Test
  void startsNoSessionForAReader() throws Exception {
    assertThat(get(Links.to(open) + "/browse").headers().allValues("Set-Cookie"))
        .noneMatch(cookie -> cookie.startsWith("BITBUCKETSESSIONID"));
  }

  @Test
  void leadsFromEveryNameInATreeToItsFile() throws Exception {
    for (String directory : List.of("", "/dir%20with%20space")) {
      Matcher links =
          Pattern.compile("href=\"(" + Links.to(open) + "/browse(?:/|\\?bytes=)[^\"]+)\"")
              .matcher(get(Links.to(open) + "/browse" + directory).body());
      int found = 0;
      while (links.find()) {
        assertThat(get(links.group(1).replace("&amp;", "&")).statusCode())
            .as(links.group(1))
            .isEqualTo(200);
        found++;
      }
      assertThat(found).isPositive();
    }
  }

  @Test
  void sendsWhatWasPushedAsSomethingThatDoesNotRun() throws Exception {
    HttpResponse<String> html = get(Links.to(open) + "/raw/page.html");

    assertThat(html.body()).isEqualTo("<script>alert(1)</script>\n");
    assertThat(html.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(html.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("sandbox");
    HttpResponse<String> binary = get(Links.to(open) + "/raw/data.bin");
    assertThat(binary.headers().firstValue("Content-Disposition").orElseThrow())
        .startsWith("attachment");
    String tag = html.headers().firstValue("ETag").orElseThrow();
    assertThat(get(Links.to(open) + "/raw/page.html", "If-None-Match", tag).statusCode())
        .isEqualTo(304);
  }

  @Test
  void sendsVisitorsOfPrivateAndUnknownThingsAlikeToTheLogin() throws Exception {
    for (String path :
        List.of(
            Links.to(secret) + "/browse", "/projects/NOWHERE/repos/nothing/browse", "/account")) {
      HttpResponse<String> response = get(path);
      assertThat(response.statusCode()).as(path).isEqualTo(303);
      assertThat(response.headers().firstValue("Location").orElseThrow())
          .as(path)
          .endsWith("/login?next=" + path);
    }
  }

  @Test
  void whoIsSignedInAlreadyGoesOnToTheNextPageOfThisServerAlone() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get("/login?next=/projects%3Fname%3D%257Bx%257D").uri())
          .hasToString(server.httpUrl() + "/projects?name=%7Bx%7D");
      for (String next :
          List.of("", "https://example.org/", "//example.org/", "/%5Cexample.org", "/%7B")) {
        assertThat(browser.get("/login?next=" + next).uri())
            .as(next)
            .hasToString(server.httpUrl() + "/dashboard");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/browse/nothing",
        "/browse?at=nowhere",
        "/browse/%2F%2F",
        "/commits/0123456789012345678901234567890123456789",
        "/commits/-x",
        "/raw/dir%20with%20space",
        "/raw/a%2Fb",
        "/browse?at=refs/heads/..%2f..%2fetc"
      })
  void answersTheUnknownWithAPageOfItsOwn(String path) throws Exception {
    HttpResponse<String> response = get(Links.to(open) + path);

    assertThat(response.statusCode()).isIn(200, 404);
    if (response.statusCode() == 404) {
      assertThat(response.body()).contains("There is nothing here");
    }
    assertThat(response.body()).doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/browse/a%2F..%2Fb",
        "/browse/a//b",
        "/browse/%2E%2E/x",
        "/commits?start=many",
        "/browse/a%0Ab"
      })
  void refusesWhatNoPathCanBe(String path) throws Exception {
    HttpResponse<String> response = get(Links.to(open) + path);

    assertThat(response.statusCode()).isIn(400, 404);
    assertThat(response.body()).doesNotContain("Exception").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/jump?q=%00",
        "/search?q=a%00",
        "/repos?name=%00",
        "/projects?name=%00",
        "/login?next=%00",
        "/admin/users?filter=%00",
        "/admin/groups?filter=%00",
        "/admin/groups/members?name=%00"
      })
  void refusesParametersThatHoldNul(String path) throws Exception {
    assertThat(get(path).statusCode()).isIn(303, 400);
    try (TestingBrowser admin = TestingBrowser.admin(server)) {
      HttpResponse<String> response = admin.get(path);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("must not hold the character U+0000");
      for (String part : List.of("?author=%00", "?filterText=%00")) {
        assertThat(admin.get(Links.to(open) + "/pull-requests" + part).statusCode()).isEqualTo(400);
      }
    }
  }

  @Test
  void refusesFormsThatHoldNul() {
    try (TestingBrowser stranger = TestingBrowser.anonymous(server);
        TestingBrowser admin = TestingBrowser.admin(server)) {
      HttpResponse<String> login =
          stranger.submit("/login", "/login", "username", "ad\0a", "password", "a password");
      assertThat(login.statusCode()).isEqualTo(400);
      assertThat(login.body()).contains("U+0000");
      for (String field : List.of("name", "key", "description")) {
        assertThat(admin.submit("/projects?create", "/projects", field, "a\0b").statusCode())
            .as(field)
            .isEqualTo(400);
      }
    }
  }

  @Test
  void passesOverACookieThatNamesNoSession() throws Exception {
    for (String value : List.of("AAAA", "AGEA", "%00", "x".repeat(4000))) {
      assertThat(get("/login", "Cookie", "BITBUCKETSESSIONID=" + value).statusCode())
          .as(value)
          .isEqualTo(200);
    }
  }

  @Test
  void knowsWhoReadsThatThereIsNothing() {
    try (TestingBrowser admin = TestingBrowser.admin(server)) {
      for (String path :
          List.of(
              "/nope",
              "/nope.js",
              "/projects/nope/nope/nope",
              "/assets/nope.js",
              "/icons/nope",
              "/-/nope",
              "/error")) {
        HttpResponse<String> response = admin.get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(404);
        assertThat(response.body())
            .as(path)
            .contains("There is nothing here")
            .doesNotContain("endpoint");
      }
      assertThat(admin.get("/nope").body()).contains("Account of").doesNotContain("Sign in");
      assertThat(admin.get("/error").body()).contains("Account of").doesNotContain("Sign in");
      HttpResponse<String> wrong = admin.submit("/account", "/dashboard");
      assertThat(wrong.statusCode()).isEqualTo(405);
      assertThat(wrong.headers().firstValue("Allow")).isPresent();
      assertThat(wrong.body()).contains("Account of").doesNotContain("POST");
      HttpResponse<String> mistyped = admin.get(Links.to(open) + "/commits?start=many");
      assertThat(mistyped.statusCode()).isEqualTo(400);
      assertThat(mistyped.body())
          .contains("Account of")
          .doesNotContain("java.lang")
          .doesNotContain("convert");
    }
  }

  @Test
  void leadsFromASlashAtTheEndToThePageWithoutIt() throws Exception {
    try (TestingBrowser admin = TestingBrowser.admin(server)) {
      for (String path :
          List.of(
              "/projects",
              Links.to(open.project()),
              Links.to(open),
              "/dashboard",
              "/admin",
              "/account",
              "/users/admin")) {
        HttpResponse<String> page = admin.get(path);
        assertThat(page.statusCode()).as(path).isEqualTo(200);
        HttpResponse<String> slash = admin.get(path + "/");
        assertThat(slash.statusCode()).as(path).isEqualTo(200);
        assertThat(slash.uri()).as(path).isEqualTo(page.uri());
      }
    }
    HttpResponse<String> moved = get("/projects//?name=%7Ba%7D&x=%2F");
    assertThat(moved.statusCode()).isEqualTo(302);
    assertThat(moved.headers().firstValue("Location").orElseThrow())
        .endsWith("/projects?name=%7Ba%7D&x=%2F");
    for (String other : List.of("//example.org/", "//example.org//", "///", "/%2Fexample.org/")) {
      assertThat(get(other).headers().firstValue("Location").orElse("/"))
          .as(other)
          .doesNotStartWith("//")
          .doesNotContain("://example.org");
    }
  }

  @Test
  void hasNothingAtThePathOfTheContainersErrors() throws Exception {
    assertThat(get("/error").statusCode()).isEqualTo(404);
  }

  @Test
  void answersANameOfThreeHundredCharacters() throws Exception {
    assertThat(get(Links.to(open) + "/browse/" + "n".repeat(300)).statusCode()).isEqualTo(404);
    assertThat(get("/projects/" + "K".repeat(300)).statusCode()).isIn(303, 404);
  }

  @Test
  void letsBrowsersKeepStaticFilesForEver() throws Exception {
    Matcher css =
        Pattern.compile("href=\"(/assets/packhouse-[0-9a-f]+\\.css)\"")
            .matcher(get("/login").body());
    assertThat(css.find()).isTrue();
    HttpResponse<String> file = get(css.group(1));

    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).header("Accept", "text/html");
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }
}
