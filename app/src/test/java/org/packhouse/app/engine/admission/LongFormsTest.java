package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.connector.Commands;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.json.JsonMapper;

/** Forms that are long: whoever has signed in may send them, and whoever may not is told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongFormsTest {

  private static final String HTTP_1 = "--http1.1";
  private static final String HTTP_2 = "--http2-prior-knowledge";
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  /** Each of its characters is nine bytes of a form. */
  private static final String TEXT = "\u65e5".repeat(12_000);

  private static final String FORM = "text=" + "%E6%97%A5".repeat(12_000);

  private Path directory;
  private TestingServer server;
  private TestingRest admin;
  private String project;
  private String comments;

  @BeforeAll
  void start(@TempDir Path temporary) {
    directory = temporary;
    server = TestingServer.builder().start();
    admin = TestingRest.admin(server);
    Repository repository = TestingProjects.in(server).publicRepository();
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    String commit = git.commit("file", "content\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    project = "projects/" + repository.project().key();
    comments = project + "/repos/" + repository.slug() + "/commits/" + commit + "/comments";
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private record Answer(int status, String body) {
    String message() {
      return JsonMapper.shared().readTree(body).at("/errors/0/message").asString();
    }
  }

  private Answer send(String path, String form, String... options)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("form"), form);
    List<String> command =
        new ArrayList<>(List.of("curl", "--silent", "--show-error", "--max-time", "60"));
    command.addAll(List.of("--write-out", "\n%{http_code}", "--data-binary", "@" + file));
    command.addAll(List.of("--header", "X-Atlassian-Token: no-check"));
    command.addAll(List.of(options));
    command.add(server.httpUrl() + path);
    Commands.Result result = Commands.tryRun(null, Map.of(), command);
    assertThat(result.exitCode()).as(result.output()).isZero();
    int end = result.output().lastIndexOf('\n');
    return new Answer(
        Integer.parseInt(result.output().substring(end + 1)), result.output().substring(0, end));
  }

  private Answer asAdmin(String path, String form, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--user", TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD));
    return send("/rest/api/1.0/" + path, form, all.toArray(String[]::new));
  }

  private void assertGivenBack() {
    await().until(() -> server.get(RequestMemory.class).used() == 0);
  }

  @ParameterizedTest
  @CsvSource({HTTP_1 + ",", HTTP_2 + ",", HTTP_1 + "," + CHUNKED})
  void areTakenFromWhoShowsAPassword(String version, String header) throws Exception {
    Answer answer =
        header == null
            ? asAdmin(comments, FORM, version)
            : asAdmin(comments, FORM, version, "--header", header);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(JsonMapper.shared().readTree(answer.body()).at("/text").asString()).isEqualTo(TEXT);
    assertGivenBack();
  }

  @Test
  void areTakenFromWhoShowsAToken() throws Exception {
    String token =
        admin
            .send(
                "PUT",
                "/rest/access-tokens/latest/users/" + TestingServer.ADMIN,
                "{'name':'forms','permissions':['REPO_WRITE']}")
            .at("/token");
    Answer answer =
        send("/rest/api/1.0/" + comments, FORM, "--header", "Authorization: Bearer " + token);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
  }

  @Test
  void areTakenByEveryMethodThatChanges() throws Exception {
    String permission = "name=" + TestingServer.ADMIN + "&permission=PROJECT_READ&more=";
    Answer answer =
        asAdmin(
            project + "/permissions/users", permission + "x".repeat(100_000), "--request", "PUT");
    assertThat(answer.status()).as(answer.body()).isEqualTo(204);
    assertGivenBack();
  }

  @Test
  void areRefusedBeyondTheLimitOfTheOnesWhoHaveSignedIn() throws Exception {
    for (int length : List.of(FormMemory.MAX_BYTES, 3 * FormMemory.MAX_BYTES, 20 << 20)) {
      Answer answer = asAdmin(comments, "text=" + "x".repeat(length));
      assertThat(answer.status()).as(answer.body()).isEqualTo(413);
      assertThat(answer.message()).contains("1048576 bytes");
    }
    assertGivenBack();
  }

  @Test
  void areRefusedBeyondThatLimitWhoeverDoesNotSayHowLongTheyAre() throws Exception {
    Answer answer =
        asAdmin(
            comments,
            "text=" + "x".repeat(FormMemory.MAX_BYTES + 100_000),
            HTTP_1,
            "--header",
            CHUNKED);
    assertThat(answer.status()).as(answer.body()).isEqualTo(413);
    assertThat(answer.message()).contains("1048576 bytes");
    assertGivenBack();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Accept: */*", CHUNKED})
  void areRefusedToStrangers(String header) throws Exception {
    long before = server.get(BodyGate.class).refused();
    Answer answer = send("/rest/api/1.0/" + comments, FORM, "--header", header);
    assertThat(answer.status()).as(answer.body()).isEqualTo(413);
    assertThat(answer.message()).contains("64 KB");
    assertThat(server.get(BodyGate.class).refused()).isGreaterThan(before);
  }

  /** Not by a curl that forgets the response when its stream is reset. */
  @Test
  void areRefusedOverHttp2() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI home = URI.create(server.httpUrl() + "/");
      client.send(HttpRequest.newBuilder(home.resolve("/status")).build(), BodyHandlers.ofString());
      for (String path : List.of("/rest/api/1.0/" + comments, "/login")) {
        HttpResponse<String> response =
            client.send(
                HttpRequest.newBuilder(home.resolve(path))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .header("Accept", "text/html, application/json")
                    .POST(BodyPublishers.ofString(FORM))
                    .build(),
                BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(413);
        assertThat(response.body()).contains("64 KB");
      }
    }
  }

  @Test
  void areRefusedToAStrangerWhoHasACookie() throws Exception {
    String cookie = "Cookie: BITBUCKETSESSIONID=x";
    String path = "/rest/api/1.0/" + comments;
    assertThat(send(path, FORM, "--header", cookie).status()).isEqualTo(401);
    Answer answer = send(path, "text=" + "x".repeat(600_000), "--header", cookie);
    assertThat(answer.status()).as(answer.body()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({
    "100000,X-Nothing: else,may have 64 KB",
    "1000000," + CHUNKED + ",may have 64 KB",
    "600000,Cookie: BITBUCKETSESSIONID=x,may have 512 KB",
    "3000000,Cookie: BITBUCKETSESSIONID=x,longer than 1048576 bytes"
  })
  void areRefusedByPagesToo(int length, String header, String sentence) throws Exception {
    Answer answer =
        send(
            "/login",
            "username=" + "x".repeat(length),
            "--header",
            "Accept: text/html",
            "--header",
            header);
    assertThat(answer.status()).as(answer.body()).isEqualTo(413);
    assertThat(answer.body()).containsIgnoringCase("<!doctype html").contains(sentence);
  }

  @Test
  void areTakenByPagesFromWhoHasASession() {
    String page = "/" + comments.substring(0, comments.lastIndexOf('/'));
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      HttpResponse<String> taken = browser.submit(page, page + "/comments", "text", TEXT);
      assertThat(taken.statusCode()).as(taken.body()).isEqualTo(HttpURLConnection.HTTP_OK);
      HttpResponse<String> refused =
          browser.submit(page, page + "/comments", "text", "x".repeat(600_000));
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(413);
      assertThat(browser.get(page).statusCode()).isEqualTo(HttpURLConnection.HTTP_OK);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT"})
  void mayNotHoldANullCharacter(String method) throws Exception {
    Answer form = asAdmin(comments, "text=a%00b", "--request", method);
    assertThat(form.status()).isEqualTo(400);
    assertThat(form.message()).contains("U+0000");
    Answer query = asAdmin(comments + "?since=a%00b", "text=x", "--request", method);
    assertThat(query.status()).isEqualTo(400);
    assertThat(query.message()).contains("U+0000");
  }
}
