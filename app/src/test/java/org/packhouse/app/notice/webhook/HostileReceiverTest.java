package org.packhouse.app.notice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.outbound.HostileHost;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Receivers that mean harm, and those who name receivers for it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileReceiverTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private TestingServer server;
  private TestingRest admin;
  private Repository repository;
  private String api;
  private GitFixture work;

  /** Another address of this machine stands for what is inside. */
  @BeforeAll
  void startServer() {
    server =
        TestingServer.builder()
            .with("webhook.allowed-addresses", "127.0.0.1,127.0.0.9")
            .with("webhook.timeout", "2s")
            .start();
    admin = TestingRest.admin(server);
  }

  @AfterAll
  void stopServer() {
    server.close();
  }

  @BeforeEach
  void makeRepository(@TempDir Path directory) {
    repository = TestingProjects.in(server).repository();
    api = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
  }

  private String hook(String url, String more) {
    Response made =
        admin.post(
            api + "/webhooks",
            "{'name':'Builds','url':'%s','events':['repo:refs_changed']%s}".formatted(url, more));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    return "/rest/packhouse/1.0/" + api + "/webhooks/" + made.at("/id") + "/deliveries";
  }

  private void push() {
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "HEAD:main");
  }

  private Response ended(String deliveries, String outcome) {
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(admin.get(deliveries).at("/values/0/result/outcome")).isEqualTo(outcome));
    return admin.get(deliveries);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1073741824\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n40000000\r\n",
        "Content-Encoding: gzip\r\n\r\n"
      })
  void ofAGigabyteTheBeginningIsKept(String head) throws IOException {
    byte[] words = "words ".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    try (HostileHost receiver = HostileHost.endless(OK + head, words)) {
      String deliveries = hook(receiver.url(), "");
      push();
      Response told = ended(deliveries, "SUCCESS");
      assertThat(told.at("/values/0/result/body")).startsWith("words words").hasSize(16 * 1024);
      assertThat(receiver.said()).isLessThan(64L << 20);
    }
  }

  @Test
  void aBodyThatTricklesForEverIsCutOff() throws IOException {
    try (HostileHost slow = HostileHost.trickling(OK + "\r\n", "word ");
        HostileHost silent = HostileHost.trickling(OK, "X");
        TestingReceiver other = new TestingReceiver()) {
      String deliveries = hook(slow.url(), "");
      String waiting = hook(silent.url(), "");
      hook(other.url(), "");
      push();
      await().atMost(LONG).until(() -> other.told().size() == 1);
      assertThat(ended(deliveries, "SUCCESS").at("/values/0/result/body")).startsWith("word word ");
      await()
          .atMost(LONG)
          .untilAsserted(() ->
              assertThat(admin.get(waiting).at("/values/0/result/description"))
                  .isEqualTo("There was no response within 2 s."));
    }
  }

  @Test
  void manyReceiversThatDripLeaveRoomForOthers() throws IOException {
    Repository other = TestingProjects.in(server).repository();
    String elsewhere = "projects/" + other.project().key() + "/repos/" + other.slug();
    try (ServerSocket silent = new ServerSocket(0, 100, InetAddress.getByName("127.0.0.9"));
        HostileHost receiver = HostileHost.saying(OK + "Content-Length: 0\r\n\r\n")) {
      for (int i = 0; i < 60; i++) {
        hook("http://127.0.0.9:" + silent.getLocalPort() + "/" + i, "");
      }
      admin.post(
          elsewhere + "/webhooks",
          "{'name':'n','url':'%s','events':['repo:modified']}".formatted(receiver.url()));
      push();
      await().atMost(LONG).until(() -> claimed() > 1);
      admin.put(elsewhere, "{'description':'changed'}");
      await().atMost(LONG).until(() -> !receiver.asked().isEmpty());
      assertThat(claimed()).isBetween(1L, 16L);
    }
  }

  private long claimed() {
    return server
        .get(JdbcClient.class)
        .sql(
            """
            select count(distinct webhook_id) from webhook_delivery d
              join webhook w on w.id = d.webhook_id
             where w.repository_id = ? and claimed_by is not null
            """)
        .param(repository.id())
        .query(Long.class)
        .single();
  }

  @Test
  void aRedirectInsideLeadsNowhere() throws IOException {
    try (HostileHost inside = HostileHost.everywhere();
        HostileHost receiver =
            HostileHost.saying(
                "HTTP/1.1 302 Go\r\nLocation: http://127.0.0.2:%d/\r\nContent-Length: 0\r\n\r\n"
                    .formatted(inside.port()))) {
      String deliveries = hook(receiver.url(), "");
      String direct = hook("http://127.0.0.2:" + inside.port() + "/", "");
      String byName = hook("http://[::ffff:127.0.0.2]:" + inside.port() + "/", "");
      push();
      assertThat(ended(deliveries, "FAILURE").at("/values/0/result/statusCode")).isEqualTo("302");
      for (String refused : new String[] {direct, byName}) {
        await()
            .atMost(LONG)
            .untilAsserted(() ->
                assertThat(admin.get(refused).at("/values/0/result/description"))
                    .contains("not at a public address", "webhook.allowed-addresses"));
      }
      assertThat(receiver.asked()).hasSize(1);
      assertThat(inside.asked()).isEmpty();
    }
  }

  @Test
  void credentialsAndSecretsAddNoHeader() throws IOException {
    try (HostileHost receiver = HostileHost.saying(OK + "Content-Length: 0\r\n\r\n")) {
      String evil = "\\r\\nX-Evil: 1\\r\\n\\r\\n";
      String deliveries =
          hook(
              receiver.url() + "?a=%0d%0aX-Evil:1",
              ",'credentials':{'username':'u%s','password':'p%s'},'configuration':{'secret':'s%s'}"
                  .formatted(evil.replace(":", ";"), evil, evil));
      push();
      ended(deliveries, "SUCCESS");
      assertThat(receiver.asked().getFirst().lines().map(it -> it.replaceFirst(":.*", "")))
          .containsExactlyInAnyOrder(
              "POST /hook?a=%0d%0aX-Evil",
              "Host",
              "Connection",
              "Content-Length",
              "Content-Type",
              "User-Agent",
              "X-Event-Key",
              "X-Request-Id",
              "X-Hub-Signature",
              "Authorization",
              "");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:%d/",
        "http://127.0.0.1:%d/",
        "http://127.1:%d/",
        "http://2130706433:%d/",
        "http://0x7f000001:%d/",
        "http://0177.0.0.1:%d/",
        "http://0.0.0.0:%d/",
        "http://[::1]:%d/",
        "http://[::ffff:127.0.0.1]:%d/"
      })
  void nobodyInsideIsPingedWhereNothingIsAllowed(String url) throws IOException {
    TestingServer usual = TestingServer.shared();
    Repository there = TestingProjects.in(usual).repository();
    try (HostileHost inside = HostileHost.everywhere()) {
      Response pinged =
          TestingRest.admin(usual)
              .post(
                  "projects/%s/repos/%s/webhooks/test?url=%s"
                      .formatted(
                          there.project().key(),
                          there.slug(),
                          URLEncoder.encode(url.formatted(inside.port()), StandardCharsets.UTF_8)),
                  "{}");
      assertThat(pinged.status() == 400 || pinged.at("/response/outcome").equals("ERROR"))
          .as(pinged.response().body())
          .isTrue();
      assertThat(inside.asked()).isEmpty();
    }
  }
}
