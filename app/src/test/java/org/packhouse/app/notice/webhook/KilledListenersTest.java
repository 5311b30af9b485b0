package org.packhouse.app.notice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Kills PostgreSQL's backends, and now and then the server, at random moments while people push,
 * open, comment and merge, and looks afterwards that whatever was answered is there, one by one,
 * with what each listener makes of it.
 */
@Tag("full")
@Tag("crashes")
class KilledListenersTest {

  private static final int ROUNDS = 30;
  private static final int SERVER_DIES_EVERY = 3;
  private static final long LONGEST_LIFE = TimeUnit.MILLISECONDS.toNanos(1500);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** What a dead node was indexing is begun again once it is known to be dead. */
  private static final Duration SEARCH_LIMIT = Duration.ofMinutes(8);

  private static final List<String> EVENTS =
      List.of("repo:refs_changed", "pr:opened", "pr:comment:added", "pr:merged");
  private static final String REPOSITORY = "/rest/api/latest/projects/KILL/repos/origin";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Random random = new Random();
  private final List<Acknowledged> acknowledged = new ArrayList<>();

  private final String database = TestingDatabase.createMigrated();
  private final JdbcClient sql =
      JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));

  private final ServerProcess server;
  private final GitFixture work;

  KilledListenersTest(@TempDir Path directory) {
    server =
        ServerProcess.on(directory.resolve("home"), database)
            .with("webhook.allowed-addresses", "127.0.0.1");
    work = GitFixture.workTree(directory.resolve("work"));
  }

  /**
   * A round's operations, all of which were answered in the end.
   *
   * @param word only in the file that it pushes
   * @param pull number of the pull request
   * @param comment id
   */
  private record Acknowledged(String word, String commit, long pull, long comment) {}

  private record Answer(int status, JsonNode json) {}

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void nothingThatWasAnsweredIsLost() throws Exception {
    try (server) {
      server.start();
      prepare();
      for (int round = 1; round <= ROUNDS; round++) {
        killDuring(round);
      }
      awaitTold();
      SoftAssertions softly = new SoftAssertions();
      acknowledged.forEach(it -> check(it, softly));
      softly.assertAll();
      await()
          .atMost(SEARCH_LIMIT)
          .untilAsserted(
              () -> assertThat(acknowledged).allMatch(it -> hits(it.word()) > 0, "is found"));
    }
  }

  private void prepare() throws IOException, InterruptedException {
    server.create("/projects", "{\"key\": \"KILL\", \"name\": \"Kill\"}");
    server.create("/projects/KILL/repos", "{\"name\": \"origin\"}");
    server.create(
        "/projects/KILL/repos/origin/webhooks",
        """
        {"name": "all", "url": "http://127.0.0.1:9/", "events": ["%s"]}
        """
            .formatted(String.join("\", \"", EVENTS)));
    work.commit("file", "0");
    work.git("push", "--quiet", url(), "HEAD:main");
    server.create(
        "/projects/KILL/repos/origin", "{\"name\": \"fork\", \"project\": {\"key\": \"KILL\"}}");
    Answer follows =
        send("POST", "/rest/sync/latest/projects/KILL/repos/fork", "{\"enabled\": true}");
    assertThat(follows.status()).isEqualTo(200);
  }

  private String url() {
    return server.urlAsAdmin("/scm/KILL/origin.git");
  }

  private void killDuring(int round) throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    boolean whole = round % SERVER_DIES_EVERY == 0;
    Thread killer = Thread.ofPlatform().start(() -> kill(enough, whole));
    acknowledged.add(operate("word" + round + "of" + random.nextInt(1 << 30)));
    enough.set(true);
    killer.join();
  }

  private void kill(AtomicBoolean enough, boolean whole) {
    while (!enough.get()) {
      LockSupport.parkNanos(random.nextLong(LONGEST_LIFE));
      if (whole && random.nextInt(4) == 0) {
        restart();
        return;
      }
      try {
        sql.sql(
                """
                select count(pg_terminate_backend(pid)) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid()
                """)
            .query(Long.class)
            .single();
      } catch (DataAccessException _) {
        // PostgreSQL takes no connection at the moment: the next one does.
      }
    }
  }

  private void restart() {
    try {
      server.kill();
      server.start();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("The server does not start again", e);
    }
  }

  private Acknowledged operate(String word) {
    work.git("checkout", "--quiet", "-B", word, "main");
    String commit = work.commit(word, word);
    await()
        .atMost(LIMIT)
        .until(() -> work.run("push", "--quiet", url(), "HEAD:refs/heads/" + word).exitCode() == 0);
    long pull = open(word);
    String path = REPOSITORY + "/pull-requests/" + pull;
    long comment =
        await()
            .atMost(LIMIT)
            .until(
                () -> send("POST", path + "/comments", "{\"text\": \"x\"}"),
                it -> it.status() == 201)
            .json()
            .at("/id")
            .asLong();
    await()
        .atMost(LIMIT)
        .until(() ->
            send("POST", path + "/merge?version=0", "{}").status() == 200
                || send("GET", path, "").json().at("/state").asString().equals("MERGED"));
    return new Acknowledged(word, commit, pull, comment);
  }

  /** Opens a pull request. One whose answer was lost is found. */
  private long open(String word) {
    String body =
        "{\"title\": \"%s\", \"fromRef\": {\"id\": \"%s\"}, \"toRef\": {\"id\": \"main\"}}"
            .formatted(word, word);
    String found = REPOSITORY + "/pull-requests?state=ALL&direction=OUTGOING&at=refs/heads/" + word;
    return await()
        .atMost(LIMIT)
        .until(
            () -> {
              Answer opened = send("POST", REPOSITORY + "/pull-requests", body);
              return opened.status() == 409
                  ? send("GET", found, "").json().at("/values/0/id").asLong(0)
                  : opened.json().at("/id").asLong(0);
            },
            number -> number > 0);
  }

  private Answer send(String method, String path, String body) {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      boolean json = response.body().startsWith("{");
      return new Answer(
          response.statusCode(),
          json ? JsonMapper.shared().readTree(response.body()) : MissingNode.getInstance());
    } catch (IOException lost) {
      return new Answer(0, MissingNode.getInstance());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** All listeners have heard of all, and what they do in the background is done. */
  private void awaitTold() {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> {
          assertThat(count("select count(*) from outbox_event")).isZero();
          assertThat(count("select count(*) from pending_ref_update")).isZero();
          assertThat(value("fork", "main")).isEqualTo(value("origin", "main"));
        });
  }

  private long count(String statement, Object... parameters) {
    return sql.sql(statement).params(parameters).query(Long.class).single();
  }

  private String value(String slug, String branch) {
    String url = server.urlAsAdmin("/scm/KILL/" + slug + ".git");
    return work.git("ls-remote", url, "refs/heads/" + branch).split("\t", 2)[0];
  }

  private void check(Acknowledged it, SoftAssertions softly) {
    String path = REPOSITORY + "/pull-requests/" + it.pull();
    JsonNode pull = send("GET", path, "").json();
    softly.assertThat(pull.at("/title").asString()).as("%s", it).isEqualTo(it.word());
    softly.assertThat(pull.at("/fromRef/latestCommit").asString()).isEqualTo(it.commit());
    softly.assertThat(pull.at("/state").asString()).as("%s", it).isEqualTo("MERGED");
    softly
        .assertThat(send("GET", path + "/comments/" + it.comment(), "").status())
        .as("comment of %s", it)
        .isEqualTo(200);
    softly.assertThat(value("origin", it.word())).as(it.word()).isEqualTo(it.commit());
    work.git("fetch", "--quiet", url(), "main");
    softly
        .assertThat(work.run("merge-base", "--is-ancestor", it.commit(), "FETCH_HEAD").exitCode())
        .as("main has %s", it)
        .isZero();
    for (String event : EVENTS) {
      softly
          .assertThat(told(event, event.equals("repo:refs_changed") ? it.commit() : it.word()))
          .as("%s of %s", event, it)
          .isPositive();
    }
  }

  private int hits(String word) {
    return send(
            "POST",
            "/rest/search/latest/search",
            "{\"query\": \"%s\", \"entities\": {\"code\": {}}}".formatted(word))
        .json()
        .at("/code/count")
        .asInt(0);
  }

  private long told(String event, String part) {
    return count(
        "select count(*) from webhook_delivery where event = ? and position(? in body) > 0",
        event,
        part);
  }
}
