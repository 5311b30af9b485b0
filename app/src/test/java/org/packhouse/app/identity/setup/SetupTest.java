package org.packhouse.app.identity.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SetupTest {

  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

  @Test
  void aPersonWithTheTokenSetsTheServerUp() throws IOException, InterruptedException {
    try (TestingServer server =
            TestingServer.builder()
                .without("setup.sysadmin.username")
                .without("setup.sysadmin.password")
                .start();
        HttpClient browser =
            HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(Redirect.NEVER)
                .build()) {
      HttpResponse<String> page = get(browser, server, "/projects");
      assertThat(page.statusCode()).isEqualTo(302);
      assertThat(page.headers().firstValue("Location").orElse("")).endsWith("/setup");
      assertThat(TestingRest.anonymous(server).get("projects").status()).isEqualTo(503);
      assertThat(get(browser, server, "/setup").body()).doesNotContain("name=\"username\"");
      assertThat(get(browser, server, "/setup?token=guess").body())
          .contains("not the set-up token")
          .doesNotContain("name=\"username\"");

      String token = server.get(SetupToken.class).get();
      String form = get(browser, server, "/setup?token=" + token).body();
      assertThat(form).contains("name=\"username\"");
      String csrf = csrf(form);
      assertThat(post(browser, server, answers("guess", csrf, "boss-password-1")).statusCode())
          .isEqualTo(403);
      HttpResponse<String> tooShort = post(browser, server, answers(token, csrf, "short"));
      assertThat(tooShort.statusCode()).isEqualTo(400);
      assertThat(tooShort.body()).contains("A password has 8 to 255");
      assertThat(server.get(SetupState.class).isComplete()).isFalse();

      HttpResponse<String> done = post(browser, server, answers(token, csrf, "boss-password-1"));
      assertThat(done.statusCode()).isEqualTo(302);
      assertThat(done.headers().firstValue("Location").orElse("")).endsWith("/getting-started");
      assertThat(server.get(SetupState.class).isComplete()).isTrue();
      assertThat(server.get(SetupState.class).displayName()).isEqualTo("House of tests");
      assertThat(server.get(ServerAddress.class).baseUrl())
          .isEqualTo("https://git.example.org/git");
      TestingRest boss = TestingRest.user(server, "boss", "boss-password-1");
      assertThat(boss.get("admin/users").status()).isEqualTo(200);
      assertThat(post(browser, server, answers(token, csrf, "other-password")).statusCode())
          .isEqualTo(302);
      assertThat(boss.get("admin/users?filter=boss").at("/size")).isEqualTo("1");
    }
  }

  @Test
  void aDatabaseThatIsNotOfTheSharedHomeIsLeftAsItIs(@TempDir Path home) throws IOException {
    Path id = home.resolve("shared/config/cluster.id");
    Files.createDirectories(id.getParent());
    Files.writeString(id, UUID.randomUUID() + "\n");
    String database = TestingDatabase.create();
    TestingServer.Builder server = TestingServer.builder().home(home).with("jdbc.url", database);
    assertThatThrownBy(server::start).hasRootCauseInstanceOf(StartRefusedException.class);
    JdbcClient sql = JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));
    assertThat(sql.sql("select count(*) from password").query(Long.class).single()).isZero();
  }

  private static Map<String, String> answers(String token, String csrf, String password) {
    return Map.of(
        "token", token,
        "_csrf", csrf,
        "displayName", "House of tests",
        "baseUrl", "https://git.example.org/git/",
        "username", "boss",
        "fullName", "The Boss",
        "emailAddress", "boss@example.org",
        "password", password,
        "passwordConfirm", password);
  }

  private static String csrf(String page) {
    Matcher matcher = CSRF.matcher(page);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static HttpResponse<String> get(HttpClient browser, TestingServer server, String path)
      throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(
      HttpClient browser, TestingServer server, Map<String, String> fields)
      throws IOException, InterruptedException {
    String body =
        fields.entrySet().stream()
            .map(field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return browser.send(
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/setup"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
