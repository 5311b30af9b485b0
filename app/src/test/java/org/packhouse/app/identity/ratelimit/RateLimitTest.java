package org.packhouse.app.identity.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cluster.LivingNodes;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.SeenMembership;
import org.packhouse.cluster.standalone.StandaloneTopics;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Each door's words for somebody who makes too many requests, by a clock that stands still. */
class RateLimitTest {

  private static final String SETTINGS = "/rest/api/latest/admin/rate-limit/settings";
  private static final String USERS = SETTINGS + "/users/";
  private static final String PASSWORD = "a password of a busy one";
  private static final String EXHAUSTED =
      "Too many requests: up to 2 may be made at once, and 1 a second for long. Try again in 1 s.";
  private static final AtomicLong NANOS = new AtomicLong(System.nanoTime());

  private static TestingServer server;
  private static TestingRest admin;
  private static Repository repository;
  private static Repository open;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    Ticker still = NANOS::get;
    server =
        TestingServer.builder()
            .with("server.trusted-proxies", "127.0.0.0/8,::1")
            .withPiece("ticker", still)
            .start();
    admin = TestingRest.admin(server);
    repository = TestingProjects.in(server).repository();
    open = TestingProjects.in(server).publicRepository();
    assertThat(admin.put(USERS + TestingServer.ADMIN, "{'whitelisted': true}").status())
        .isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void switchOff() {
    assertThat(
            admin
                .put(
                    SETTINGS,
                    "{'enabled': false, 'defaultSettings': {'capacity': 60, 'fillRate': 5}}")
                .status())
        .isEqualTo(200);
    pass(Duration.ofHours(1));
  }

  private static void pass(Duration time) {
    NANOS.addAndGet(time.toNanos());
  }

  private static void limitAll(int capacity, int fillRate) {
    String body =
        "{'enabled': true, 'defaultSettings': {'capacity': %d, 'fillRate': %d}}"
            .formatted(capacity, fillRate);
    assertThat(admin.put(SETTINGS, body).status()).isEqualTo(200);
  }

  private static TestingPeople people() {
    return TestingPeople.of(server);
  }

  private static User newUser() {
    User user = people().createUser(TestingPeople.uniqueName("busy"), PASSWORD);
    people().grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    return user;
  }

  private static TestingRest rest(User user) {
    return TestingRest.user(server, user.name(), PASSWORD);
  }

  @Test
  void nobodyIsLimitedUntilItIsSwitchedOn() {
    TestingRest rest = rest(newUser());
    for (int i = 0; i < 70; i++) {
      assertThat(rest.get("users").status()).isEqualTo(200);
    }
  }

  @Test
  void restTellsWhenToComeBack() {
    User user = newUser();
    limitAll(2, 1);
    TestingRest rest = rest(user);
    assertThat(rest.get("users").status()).isEqualTo(200);
    assertThat(rest.get("nothing-is-there").status()).isEqualTo(404);
    TestingRest.Response refused = rest.get("users");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.response().headers().firstValue("Retry-After")).hasValue("1");
    assertThat(refused.message()).isEqualTo(EXHAUSTED);
    assertThat(refused.at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.ratelimit.RateLimitExceededException");
    pass(Duration.ofSeconds(1));
    assertThat(rest.get("users").status()).isEqualTo(200);
    assertThat(rest.get("users").status()).isEqualTo(429);
    assertThat(rest(newUser()).get("users").status()).isEqualTo(200);
  }

  @Test
  void gitShowsPeopleWhyItIsRefused() {
    User user = newUser();
    limitAll(2, 1);
    String url = server.cloneUrl(repository, user.name(), PASSWORD.replace(" ", "%20"));
    // The request without a password that git begins with is not the address's: two are left.
    assertThat(GitFixture.in(directory).run("ls-remote", url).exitCode()).isZero();
    GitFixture.Result refused = GitFixture.in(directory).run("ls-remote", url);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.errors()).contains("remote: " + EXHAUSTED).contains("429");
    assertThat(rest(user).get("users").status()).isEqualTo(429);
    pass(Duration.ofSeconds(2));
    assertThat(GitFixture.in(directory).run("ls-remote", url).exitCode()).isZero();
  }

  @Test
  void theRequestThatIsToldToSignInIsNotTheAddresss() {
    User user = newUser();
    limitAll(1, 1);
    except(user, "{'whitelisted': true}");
    String url = server.cloneUrl(repository, user.name(), PASSWORD.replace(" ", "%20"));
    for (int i = 0; i < 3; i++) {
      assertThat(GitFixture.in(directory).run("ls-remote", url).exitCode()).isZero();
    }
  }

  @Test
  void gitOverHttpTellsProgramsWhenToComeBack() {
    String url =
        "%s/scm/%s.git/info/refs?service=git-upload-pack".formatted(server.httpUrl(), open.path());
    limitAll(2, 1);
    assertThat(curl(url, "203.0.113.1")).contains(" 200 ");
    assertThat(curl(url, "203.0.113.1")).contains(" 200 ");
    assertThat(curl(url, "203.0.113.1"))
        .contains(" 429 ", "Retry-After: 1", "Content-Type: text/plain", EXHAUSTED);
  }

  @Test
  void sshTellsItInASentence() {
    User user = newUser();
    limitAll(2, 1);
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey(user);
      String url = ssh.url(repository);
      assertThat(ssh.git(key, directory, "ls-remote", url).status()).isZero();
      assertThat(ssh.ssh(key, List.of(), "something-else").err()).contains("is not supported");
      TestingSsh.Result refused = ssh.git(key, directory, "ls-remote", url);
      assertThat(refused.status()).isNotZero();
      assertThat(refused.err()).contains(EXHAUSTED);
      assertThat(ssh.ssh(key, List.of(), "git-upload-pack", repository.path()).status())
          .isEqualTo(1);
      pass(Duration.ofSeconds(1));
      assertThat(ssh.git(key, directory, "ls-remote", url).status()).isZero();
    }
  }

  @Test
  void anAccessKeyHasABucketOfItsOwn() {
    limitAll(1, 1);
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createAccessKey(repository, "REPO_READ");
      Path other = ssh.createAccessKey(repository, "REPO_READ");
      String url = ssh.url(repository);
      assertThat(ssh.git(key, directory, "ls-remote", url).status()).isZero();
      assertThat(ssh.git(key, directory, "ls-remote", url).err()).contains("Too many requests");
      assertThat(ssh.git(other, directory, "ls-remote", url).status()).isZero();
    }
  }

  /** Whoever has one address of a /64 has them all. */
  @ParameterizedTest
  @CsvSource({
    "203.0.113.7, 203.0.113.7, 203.0.113.8",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff:ffff:ffff:ffff, 2001:db8:0:2::1"
  })
  void anonymousRequestsCountByAddress(String address, String same, String other) {
    limitAll(2, 1);
    String url = server.httpUrl() + "/rest/api/latest/application-properties";
    assertThat(curl(url, address)).contains(" 200 ");
    assertThat(curl(url, same)).contains(" 200 ");
    assertThat(curl(url, address)).contains(" 429 ", "Retry-After: 1", "\"errors\"");
    assertThat(curl(url, same)).contains(" 429 ");
    assertThat(curl(url, other)).contains(" 200 ");
  }

  private String curl(String url, String address) {
    TestingSsh.Result result =
        TestingSsh.run(
            directory, "curl", "-s", "-i", "--http1.1", "-H", "X-Forwarded-For: " + address, url);
    assertThat(result.status()).isZero();
    return result.out();
  }

  @Test
  void programsThatReadFilesFromPagesAreLimitedAndPeopleAreNot() {
    User user = newUser();
    limitAll(1, 1);
    String raw =
        "/projects/%s/repos/%s/raw/none".formatted(repository.project().key(), repository.slug());
    assertThat(rest(user).get(raw).status()).isEqualTo(404);
    TestingRest.Response refused = rest(user).get(raw);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.response().headers().firstValue("Retry-After")).hasValue("1");
    assertThat(refused.response().body()).startsWith("Too many requests");
    for (int i = 0; i < 5; i++) {
      assertThat(TestingRest.anonymous(server).get("/login").status()).isEqualTo(200);
    }
  }

  @Test
  void usersMayHaveAnotherLimitOrNone() {
    User wide = newUser();
    User free = newUser();
    limitAll(1, 1);
    except(wide, "{'settings': {'capacity': 3, 'fillRate': 1}}");
    except(free, "{'whitelisted': true}");
    for (int i = 0; i < 3; i++) {
      assertThat(rest(wide).get("users").status()).isEqualTo(200);
      assertThat(rest(free).get("users").status()).isEqualTo(200);
    }
    assertThat(rest(wide).get("users").message()).contains("up to 3").contains("in 1 s");
    assertThat(rest(free).get("users").status()).isEqualTo(200);
    assertThat(admin.delete(USERS + free.slug()).status()).isEqualTo(204);
    assertThat(rest(free).get("users").status()).isEqualTo(200);
    assertThat(rest(free).get("users").status()).isEqualTo(429);
  }

  private static void except(User user, String body) {
    assertThat(admin.put(USERS + user.slug(), body).status()).isEqualTo(200);
  }

  @Test
  void anAdministratorWhoHasUsedUpEverythingCanStillSwitchItOff() {
    User manager = newUser();
    people().grant(manager, Permission.ADMIN);
    limitAll(1, 1);
    assertThat(rest(manager).get("users").status()).isEqualTo(200);
    assertThat(rest(manager).get("users").status()).isEqualTo(429);
    assertThat(rest(manager).get(SETTINGS).at("/enabled")).isEqualTo("true");
    assertThat(rest(manager).put(SETTINGS, "{'enabled': false}").status()).isEqualTo(200);
    assertThat(rest(manager).get("users").status()).isEqualTo(200);

    User other = newUser();
    limitAll(1, 1);
    assertThat(rest(other).get("users").status()).isEqualTo(200);
    assertThat(rest(other).put(SETTINGS, "{'enabled': false}").status()).isEqualTo(429);
  }

  @Test
  void anotherNodeSeesAChangeWithinSeconds() {
    User user = newUser();
    limitAll(60, 5);
    JdbcClient jdbc = server.get(JdbcClient.class);
    jdbc.sql("update rate_limit set capacity = 1, fill_rate = 1, version = version + 1").update();
    await().until(() -> server.get(CachedRateLimits.class).usual().capacity() == 1);
    assertThat(rest(user).get("users").status()).isEqualTo(200);
    assertThat(rest(user).get("users").status()).isEqualTo(429);
  }

  @Test
  void isToldAfterwards() {
    User often = newUser();
    User last = newUser();
    limitAll(1, 1);
    for (int i = 0; i < 4; i++) {
      rest(often).get("users");
    }
    rest(last).get("users");
    rest(last).get("users");
    TestingRest.anonymous(server).get("users");
    TestingRest.anonymous(server).get("users");
    String history = "/rest/api/latest/admin/rate-limit/history";
    await()
        .untilAsserted(() -> {
          TestingRest.Response told = admin.get(history + "?order=FREQUENCY&limit=1");
          assertThat(told.at("/values/0/user/name")).isEqualTo(often.name());
          assertThat(told.at("/values/0/rejectCount")).isEqualTo("3");
          assertThat(told.at("/nextPageStart")).isEqualTo("1");
          assertThat(admin.get(history).at("/values/0/user/name")).isEqualTo(last.name());
        });
    assertThat(server.get(RefusedRequests.class).list(RefusedRequests.Order.NEWEST, false, 0, 100))
        .anySatisfy(it -> {
          assertThat(it.requester().userId()).isZero();
          assertThat(it.requester().name()).isNotEmpty();
        });
    assertThat(admin.delete("admin/users?name=" + often.name()).status()).isEqualTo(200);
    assertThat(admin.get(history).response().body()).doesNotContain(often.name());
  }

  @Test
  void addressesWithoutEndTakeABoundedMemoryAndHistory() {
    RateLimiter limiter = server.get(RateLimiter.class);
    limitAll(1, 1);
    Caller nobody = people().anonymous();
    for (int i = 0; i < 60_000; i++) {
      String address = "2001:db8:%x:%x::1".formatted(i / 65536, i % 65536);
      limiter.take(nobody, address);
      try {
        limiter.take(nobody, address);
      } catch (RateLimitExceededException e) {
        assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(1));
      }
    }
    MeterRegistry meters = server.get(MeterRegistry.class);
    await().until(() -> meters.get("rate.limit.buckets").gauge().value() <= 40_000);
    RefusedRequests refused = server.get(RefusedRequests.class);
    refused.flush();
    assertThat(refused.list(RefusedRequests.Order.NEWEST, false, 0, 5_000).size())
        .isLessThan(2_500);
    assertThat(refused.list(RefusedRequests.Order.NEWEST, false, 0, 5_000))
        .anySatisfy(
            it -> assertThat(it.requester().name()).isEqualTo(RefusedRequests.Requester.OTHERS));
  }

  @Test
  void nodesThatLiveUnseenHaveTheirPart() {
    JdbcClient sql = server.get(JdbcClient.class);
    CachedRateLimits limits = new CachedRateLimits(server.get(RateLimitRows.class));
    // The server's own sees whoever has a row.
    Membership alone = new SeenMembership(server.get(Membership.class)::self);
    RateLimitRefresh upkeep =
        new RateLimitRefresh(
            limits,
            server.get(RefusedRequests.class),
            alone,
            server.get(LivingNodes.class),
            new StandaloneTopics(() -> alone.self().id()));
    upkeep.start();
    assertThat(limits.nodes()).isOne();
    UUID unseen = UUID.randomUUID();
    sql.sql("insert into node_session (id, node_name, address) values (?, 'cut off', 'x')")
        .param(unseen)
        .update();
    try {
      sql.sql(
              """
              insert into node_report
                (session_id, node_name, state, version, host_name, address, http_port, started_at,
                 figures)
              values (?, 'cut off', 'ACTIVE', '1', 'x', '192.0.2.1', 1, now(), '{}')
              """)
          .param(unseen)
          .update();
      await().until(() -> limits.nodes() == 2);
      sql.sql("delete from node_session where id = ?").param(unseen).update();
      await().until(() -> limits.nodes() == 1);
    } finally {
      upkeep.stop();
      sql.sql("delete from node_session where id = ?").param(unseen).update();
    }
  }
}
