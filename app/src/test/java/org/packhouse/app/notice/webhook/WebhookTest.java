package org.packhouse.app.notice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.notice.webhook.TestingReceiver.Told;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private TestingServer server;
  private TestingRest admin;
  private Repository repository;
  private String api;
  private GitFixture work;
  private TestingReceiver receiver;

  @BeforeAll
  void startServer() {
    server =
        TestingServer.builder()
            .with("webhook.allowed-addresses", "127.0.0.0/8")
            .with("webhook.timeout", "2s")
            .start();
    admin = TestingRest.admin(server);
  }

  @AfterAll
  void stopServer() {
    server.close();
  }

  @BeforeEach
  void push(@TempDir Path directory) throws IOException {
    repository = TestingProjects.in(server).repository();
    api = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    work = GitFixture.workTree(directory.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
    work.commit("file", "0");
    work.git("push", "--quiet", "origin", "main");
    awaitHeard();
    receiver = new TestingReceiver();
  }

  /** A webhook that is made before listeners have heard of a push is told of it too. */
  private void awaitHeard() {
    await()
        .atMost(LONG)
        .until(() ->
            server
                    .get(JdbcClient.class)
                    .sql("select count(*) from outbox_event where repository_id = ?")
                    .param(repository.id())
                    .query(Long.class)
                    .single()
                == 0);
  }

  @AfterEach
  void closeReceiver() {
    receiver.close();
  }

  private long hook(String where, String url, String more, String... events) {
    Response made =
        admin.post(
            where + "/webhooks",
            "{'name':'Builds','url':'%s','events':['%s']%s}"
                .formatted(url, String.join("','", events), more));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    return made.json().at("/id").asLong();
  }

  private String pushed(String content) {
    String commit = work.commit("file", content);
    work.git("push", "--quiet", "origin", "HEAD:main");
    return commit;
  }

  private void awaitTold(int count) {
    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(receiver.told()).hasSizeGreaterThanOrEqualTo(count));
  }

  private String deliveries(long id) {
    return "/rest/packhouse/1.0/" + api + "/webhooks/" + id + "/deliveries";
  }

  @Test
  void tellsOfPushesInOrderAndSigned() throws Exception {
    String more =
        ",'configuration':{'secret':'s3cret'},'credentials':{'username':'u','password':'p'}";
    long id = hook(api, receiver.url(), more, "repo:refs_changed");
    List<String> commits = new ArrayList<>();
    String before = work.git("rev-parse", "HEAD");
    for (int i = 1; i <= 5; i++) {
      commits.add(pushed("content " + i));
    }
    awaitTold(5);
    assertThat(receiver.told().stream().map(it -> it.json().at("/changes/0/toHash").asString()))
        .containsExactlyElementsOf(commits);
    Told first = receiver.told().getFirst();
    assertThat(first.event()).isEqualTo("repo:refs_changed");
    assertThat(UUID.fromString(first.id())).isNotNull();
    assertThat(first.authorization()).isEqualTo("Basic dTpw");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    assertThat(first.signature())
        .isEqualTo(
            "sha256="
                + HexFormat.of()
                    .formatHex(mac.doFinal(first.body().getBytes(StandardCharsets.UTF_8))));
    assertThat(first.json().at("/changes/0/fromHash").asString()).isEqualTo(before);
    assertThat(first.json().at("/changes/0/type").asString()).isEqualTo("UPDATE");
    assertThat(first.json().at("/changes/0/ref/displayId").asString()).isEqualTo("main");
    assertThat(first.json().at("/commits")).hasSize(1);
    assertThat(first.json().at("/toCommit/id").asString()).isEqualTo(commits.getFirst());
    assertThat(first.json().at("/repository/links/clone")).hasSize(2);
    assertThat(first.json().at("/actor/name").asString()).isEqualTo(TestingServer.ADMIN);
    assertThat(first.json().at("/date").asString())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+0000");
    String hooks = api + "/webhooks/" + id;
    await().atMost(LONG).until(() -> admin.get(hooks + "/latest").status() == 200);
    Response latest = admin.get(hooks + "/latest?outcome=SUCCESS");
    assertThat(latest.at("/result/description")).isEqualTo("200");
    assertThat(latest.at("/result/body")).startsWith("Thank you.").hasSize(16 * 1024);
    assertThat(latest.at("/request/body")).contains("repo:refs_changed");
    assertThat(latest.response().body()).doesNotContain("s3cret", "dTpw");
    assertThat(admin.get(hooks).response().body()).doesNotContain("s3cret", "\"p\"");
    assertThat(admin.get(hooks + "/statistics/summary").json().has("repo:refs_changed")).isTrue();
    Response all = admin.get(deliveries(id));
    String oldest = all.at("/values/4/id");
    assertThat(admin.post(deliveries(id) + "/" + oldest + "/redeliver", "{}").status())
        .isEqualTo(200);
    awaitTold(6);
    assertThat(receiver.told().getLast().id()).isEqualTo(first.id());
    assertThat(receiver.told().getLast().body()).isEqualTo(first.body());
  }

  @Test
  void triesAgainWhatIsNotTakenAndKeepsTheOrder() {
    long id = hook(api, receiver.url(), "", "repo:refs_changed");
    receiver.answer(503);
    String first = pushed("1");
    await()
        .atMost(LONG)
        .until(() -> admin.get(deliveries(id)).json().at("/values/0/attempts").asInt() > 0);
    String second = pushed("2");
    receiver.answer(200);
    awaitTold(2);
    assertThat(receiver.told().stream().map(it -> it.json().at("/changes/0/toHash").asString()))
        .containsExactly(first, second);
  }

  @Test
  void tellsManyInTheirOrderThoughOneOfThemFails() {
    long id = hook(api, receiver.url(), "", "repo:refs_changed");
    receiver.answerOnce(7, 503);
    JdbcClient jdbc = server.get(JdbcClient.class);
    jdbc.sql(
            """
            insert into webhook_delivery (webhook_id, event, source, body)
            select ?, 'repo:refs_changed', 'number ' || n, '{"n":' || n || '}'
              from generate_series(1, 50) n order by n
            """)
        .param(id)
        .update();
    server.get(Deliveries.class).look();
    awaitTold(50);
    assertThat(receiver.told().stream().map(Told::body))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 50).mapToObj("{\"n\":%d}"::formatted).toList());
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(
                    jdbc.sql(
                            """
                            select count(*) filter (where state = 'SUCCESS' and claimed_by is null)
                                   || ' of ' || sum(attempts) from webhook_delivery where webhook_id = ?
                            """)
                        .param(id)
                        .query(String.class)
                        .single())
                .isEqualTo("50 of 51"));
  }

  @Test
  void aRefusalIsTheLastWordAndNoRedirectIsFollowed() {
    long id = hook(api, receiver.url(), "", "repo:refs_changed");
    receiver.answer(302);
    pushed("1");
    await()
        .atMost(LONG)
        .until(() -> admin.get(deliveries(id)).at("/values/0/result/outcome").equals("FAILURE"));
    assertThat(admin.get(deliveries(id)).at("/values/0/attempts")).isEqualTo("1");
    assertThat(admin.get(deliveries(id)).at("/values/0/result/description")).isEqualTo("302");
  }

  @Test
  void aDeadReceiverDelaysNobody() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + silent.getLocalPort() + "/";
      long dead = hook(api, url, "", "repo:refs_changed");
      hook(api, receiver.url(), "", "repo:refs_changed");
      for (int i = 0; i < 3; i++) {
        pushed("content " + i);
      }
      awaitTold(3);
      await()
          .atMost(LONG)
          .untilAsserted(() ->
              assertThat(admin.get(deliveries(dead)).at("/values/2/result/description"))
                  .contains("no response within 2 s"));
      assertThat(admin.get(deliveries(dead)).at("/values/2/result/outcome")).isEqualTo("PENDING");
    }
  }

  @Test
  void aDeliveryThatADeadNodeHadClaimedIsToldAgain() {
    long id = hook(api, receiver.url(), "", "repo:refs_changed");
    JdbcClient jdbc = server.get(JdbcClient.class);
    UUID dead = UUID.randomUUID();
    jdbc.sql("insert into node_session (id, node_name, address) values (?, 'dead', '')")
        .param(dead)
        .update();
    jdbc.sql(
            "insert into webhook_delivery (webhook_id, event, source, body, claimed_by)"
                + " values (?, 'repo:refs_changed', 'of the dead', '{}', ?)")
        .params(id, dead)
        .update();
    pushed("1");
    await().atMost(LONG).until(() -> admin.get(deliveries(id)).json().at("/values").size() == 2);
    assertThat(receiver.told()).isEmpty();
    jdbc.sql("delete from node_session where id = ?").param(dead).update();
    awaitTold(2);
    assertThat(receiver.told().getFirst().body()).hasSize(2);
  }

  private void hookOfMuch(String project) {
    hook(
        project,
        receiver.url(),
        "",
        "pr:opened",
        "pr:modified",
        "pr:comment:added",
        "pr:comment:deleted",
        "pr:from_ref_updated",
        "pr:merged",
        "pr:declined",
        "pr:deleted",
        "repo:modified",
        "project:modified",
        "repo:forked",
        "repo:comment:added");
  }

  @Test
  void tellsOfPullRequestsAndComments() {
    String project = "projects/" + repository.project().key();
    hookOfMuch(project);
    work.git("checkout", "--quiet", "-b", "topic");
    String one = work.commit("more", "1");
    work.git("push", "--quiet", "origin", "topic");
    Response opened =
        admin.post(
            api + "/pull-requests",
            "{'title':'t','fromRef':{'id':'refs/heads/topic'},'toRef':{'id':'refs/heads/main'}}");
    String pull = api + "/pull-requests/" + opened.at("/id");
    Response comment = admin.post(pull + "/comments", "{'text':'Well.'}");
    admin.delete(pull + "/comments/" + comment.at("/id") + "?version=0");
    admin.put(pull, "{'title':'other','version':0}");
    awaitTold(4);
    String two = work.commit("more", "2");
    work.git("push", "--quiet", "origin", "topic");
    awaitTold(5);
    int version = admin.get(pull).json().at("/version").asInt();
    assertThat(admin.post(pull + "/merge?version=" + version, "{}").status()).isEqualTo(200);
    admin.post(api + "/commits/" + one + "/comments", "{'text':'Hm.'}");
    admin.put(api, "{'description':'What it is'}");
    admin.put(project, "{'description':'What they are'}");
    awaitTold(9);
    assertThat(receiver.told().stream().map(Told::event))
        .contains(
            "pr:opened",
            "pr:comment:added",
            "pr:comment:deleted",
            "pr:modified",
            "pr:from_ref_updated",
            "pr:merged",
            "repo:comment:added",
            "repo:modified",
            "project:modified");
    assertThat(told("pr:opened").json().at("/pullRequest/fromRef/repository/slug").asString())
        .isEqualTo(repository.slug());
    assertThat(told("pr:modified").json().at("/previousTitle").asString()).isEqualTo("t");
    assertThat(told("pr:from_ref_updated").json().at("/previousFromHash").asString())
        .isEqualTo(one);
    assertThat(told("pr:merged").json().at("/pullRequest/state").asString()).isEqualTo("MERGED");
    assertThat(told("pr:comment:added").json().at("/comment/text").asString()).isEqualTo("Well.");
    assertThat(told("repo:modified").json().at("/new/description").asString())
        .isEqualTo("What it is");
    assertThat(
            told("pr:from_ref_updated").json().at("/pullRequest/fromRef/latestCommit").asString())
        .isEqualTo(two);
  }

  private Told told(String event) {
    return receiver.told().stream()
        .filter(it -> it.event().equals(event))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aWebhookThatIsSwitchedOffIsToldNothing() {
    long id = hook(api, receiver.url(), "", "repo:refs_changed");
    receiver.answer(503);
    pushed("pending when it is switched off");
    await()
        .atMost(LONG)
        .until(() -> admin.get(deliveries(id)).json().at("/values/0/attempts").asInt() > 0);
    String body =
        "{'name':'Builds','url':'%s','events':['repo:refs_changed'],'active':%s}"
            .formatted(receiver.url(), "%s");
    assertThat(admin.put(api + "/webhooks/" + id, body.formatted("false")).status()).isEqualTo(200);
    receiver.answer(200);
    pushed("while it is off");
    awaitHeard();
    assertThat(admin.put(api + "/webhooks/" + id, body.formatted("true")).status()).isEqualTo(200);
    String last = pushed("when it is on again");
    awaitTold(1);
    assertThat(receiver.told().stream().map(it -> it.json().at("/changes/0/toHash").asString()))
        .containsExactly(last);
    assertThat(admin.get(deliveries(id)).at("/values/1/result/outcome")).isEqualTo("ERROR");
  }

  @Test
  void aReceiverWhoseCertificateNobodyVouchesForIsToldOnlyIfThatIsWanted() throws IOException {
    try (TestingReceiver secured = TestingReceiver.withTls()) {
      long checked = hook(api, secured.url(), "", "repo:refs_changed");
      hook(api, secured.url(), ",'sslVerificationRequired':false", "repo:refs_changed");
      pushed("1");
      await().atMost(LONG).until(() -> !secured.told().isEmpty());
      await()
          .atMost(LONG)
          .until(() -> admin.get(deliveries(checked)).json().at("/values/0/attempts").asInt() > 0);
      assertThat(admin.get(deliveries(checked)).at("/values/0/result/description"))
          .contains("TLS with 127.0.0.1");
      assertThat(secured.told()).hasSize(1);
      String test = api + "/webhooks/test?url=" + secured.url();
      assertThat(admin.post(test, "{}").at("/response/outcome")).isEqualTo("ERROR");
      Response unchecked = admin.post(test + "&sslVerificationRequired=false", "{}");
      assertThat(unchecked.at("/response/outcome")).isEqualTo("SUCCESS");
    }
  }

  /** An event's row is deleted by another transaction, maybe after PostgreSQL has crashed. */
  @Test
  void whatListenersWriteInPlaceOfAnEventIsDurable() {
    JdbcClient sql = server.get(JdbcClient.class);
    sql.sql(
            """
            create table asynchronous_write (written text);
            create function note_asynchronous_write() returns trigger language plpgsql as $$
            begin
              if (select setting = 'off' and source = 'session' from pg_settings
                   where name = 'synchronous_commit') then
                insert into asynchronous_write values (tg_table_name || ' ' || lower(tg_op));
              end if;
              return null;
            end $$;
            do $$
            declare t text;
            begin
              for t in select tablename from pg_tables
                        where schemaname = 'public' and tablename <> 'asynchronous_write' loop
                execute format('create constraint trigger asynchronous_write
                  after insert or update or delete on %I deferrable initially deferred
                  for each row execute function note_asynchronous_write()', t);
              end loop;
            end $$
            """)
        .update();
    try {
      hook(api, receiver.url(), "", "repo:refs_changed", "pr:opened");
      pushed("1");
      work.git("push", "--quiet", "origin", "HEAD:other");
      pushed("2");
      admin.post(
          api + "/pull-requests", "{'title':'t','fromRef':{'id':'main'},'toRef':{'id':'other'}}");
      awaitTold(3);
      awaitHeard();
      assertThat(
              sql.sql("select distinct written from asynchronous_write").query(String.class).list())
          // What was done is done again if that is lost, or is no more than a hint.
          .isSubsetOf(
              "outbox_event update",
              "outbox_event delete",
              "webhook_delivery update",
              "recent_branch insert",
              "recent_branch update",
              "recent_branch delete")
          .contains("outbox_event delete");
    } finally {
      sql.sql("drop function note_asynchronous_write() cascade; drop table asynchronous_write")
          .update();
    }
  }

  @Test
  void aDeliveryThatSucceedsTakesOneUpdate() {
    long webhook = hook(api, receiver.url(), "", "repo:refs_changed");
    try (Statements statements = Statements.ofThreads("webhook-" + webhook)) {
      pushed("1");
      awaitTold(1);
      await().atMost(LONG).until(() -> server.get(Deliveries.class).isIdle());
      // What it is told by, and how that ended.
      assertThat(statements.counted()).isEqualTo(2);
    }
  }

  @Test
  void refusesWhatCannotBe() {
    for (String body :
        new String[] {
          "{'name':'n','url':'ftp://example.org/','events':['pr:opened']}",
          "{'name':'n','url':'https://user@example.org/','events':['pr:opened']}",
          "{'name':'n','url':'no url','events':['pr:opened']}",
          "{'name':'n','url':'https://example.org/','events':[]}",
          "{'url':'https://example.org/','events':['pr:opened']}",
          "{'name':'n','events':['pr:opened']}"
        }) {
      assertThat(admin.post(api + "/webhooks", body).status()).as(body).isEqualTo(400);
    }
    Response unknown =
        admin.post(
            api + "/webhooks", "{'name':'n','url':'https://example.org/','events':['pr:what']}");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.message()).contains("pr:what is unknown");
  }

  @Test
  void pingsAReceiverWhereAddressesAreAllowed() {
    Response pinged = admin.post(api + "/webhooks/test?url=" + receiver.url(), "{}");
    assertThat(pinged.at("/response/outcome")).isEqualTo("SUCCESS");
    assertThat(receiver.told().getFirst().event()).isEqualTo("diagnostics:ping");
    assertThat(receiver.told().getFirst().body()).isEqualTo("{\"test\":true}");
    TestingServer usual = TestingServer.shared();
    Repository there = TestingProjects.in(usual).repository();
    Response refused =
        TestingRest.admin(usual)
            .post(
                "projects/%s/repos/%s/webhooks/test?url=%s"
                    .formatted(there.project().key(), there.slug(), receiver.url()),
                "{}");
    assertThat(refused.at("/response/outcome")).isEqualTo("ERROR");
    assertThat(refused.at("/response/description")).contains("not at a public address");
    assertThat(receiver.told()).hasSize(1);
  }
}
