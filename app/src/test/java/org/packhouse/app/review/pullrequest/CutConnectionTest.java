package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.review.pullrequest.CutOperations.Attempt;
import org.packhouse.app.review.pullrequest.CutOperations.Preparation;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.storage.refs.move.RefAgreement;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.database.CuttingProxy;
import org.packhouse.app.testing.database.CuttingProxy.Choice;
import org.packhouse.app.testing.database.CuttingProxy.Statement;
import org.packhouse.app.testing.database.CuttingProxy.When;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;

/**
 * Looks that whatever was answered is there, with all that belongs to it, wherever the connection
 * to PostgreSQL breaks.
 */
class CutConnectionTest {

  private static final int OK = 200;
  private static final int LAST_OK = 299;
  private static final int UNAVAILABLE = 503;

  private static final List<String> WITH_ROWS =
      List.of("push", "pull request", "merge", "reopening", "default branch");

  @TempDir private static Path temporary;
  private static CuttingProxy proxy;
  private static TestingServer server;
  private static CutOperations operations;
  private static CutWrites writes;
  private static TestingSsh ssh;
  private static Path key;

  @BeforeAll
  static void start() throws IOException {
    String database = TestingDatabase.createMigrated();
    proxy = CuttingProxy.before(database);
    server =
        TestingServer.builder()
            .with("jdbc.url", proxy.url(database))
            .with("refs.longest-wait", "3s")
            .with("webhook.allowed-addresses", "127.0.0.1,::1")
            .start();
    operations = new CutOperations(server, temporary);
    writes = new CutWrites(server, temporary, operations);
    ssh = TestingSsh.of(server);
    key = ssh.createKey(TestingPeople.of(server).user(TestingServer.ADMIN));
  }

  @AfterAll
  static void stop() throws IOException {
    operations.close();
    ssh.close();
    server.close();
    proxy.close();
  }

  @ParameterizedTest
  @EnumSource
  void aMoveOfRefsIsThereWithItsRowsWhenItsCommitIsLost(When when) {
    loseTheCommitOf(WITH_ROWS, when);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("full")
  @Tag("crashes")
  void everyMoveOfRefsIsThereWithItsRowsWhenItsCommitIsLost(When when) {
    loseTheCommitOf(operations.moving().keySet(), when);
  }

  private static void loseTheCommitOf(Collection<String> names, When when) {
    SoftAssertions softly = new SoftAssertions();
    for (String name : names) {
      Attempt attempt = operations.prepare(name);
      CuttingProxy.Cut cut = proxy.cut(when, it -> it.commits("insert into ref_move"));
      int status = attempt.act().getAsInt();
      proxy.calm();
      softly.assertThat(cut.made()).as(name).isNotNull();
      softly.assertThat(status).as("%s, cut %s its commit", name, when).isBetween(OK, LAST_OK);
      softly
          .assertThat(attempt.done().getAsBoolean())
          .as("%s is done, cut %s its commit", name, when)
          .isTrue();
    }
    softly.assertAll();
  }

  @Test
  void aMoveIsTakenBackWhoseRowsCanNoLongerBeWritten() throws IOException {
    RefsKit kit = new RefsKit(server);
    AtomicInteger calls = new AtomicInteger();
    RefUpdates.InTransaction rows =
        _ -> {
          if (calls.incrementAndGet() > 1) {
            throw new IllegalStateException("Somebody else was faster");
          }
        };
    RefChange change = RefsKit.add("refs/heads/main", kit.commit("one"));
    RefUpdates.Update update =
        new RefUpdates.Update(kit.request(RefCause.IMPORT, change), true, rows, null);
    proxy.cut(When.BEFORE, it -> it.commits("insert into ref_move"));
    assertThatThrownBy(() -> kit.get(RefUpdates.class).apply(update, null))
        .isInstanceOf(IllegalStateException.class);
    assertThat(calls).hasValue(2);
    assertThat(kit.snapshot().refs()).isEmpty();
    assertThat(kit.get(RefAgreement.class).differences(kit.repositoryId)).isEmpty();
  }

  @Test
  void aPageIsASentenceWhoseSessionCannotBeKept() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      CuttingProxy.Cut cut =
          proxy.cut(When.BEFORE, it -> it.sql().contains("update spring_session"));
      HttpResponse<String> page = browser.get("/projects");
      proxy.calm();
      assertThat(cut.made()).isNotNull();
      assertThat(page.statusCode()).as(page.body()).isEqualTo(UNAVAILABLE);
      assertThat(page.body()).isEqualTo(DatabaseTrouble.AWAY.sentence() + "\n");
      assertThat(browser.get("/projects").statusCode()).isEqualTo(OK);
    }
  }

  /** A way to push. */
  enum Transport {
    HTTP,
    HTTP_WITHOUT_A_PACK,
    SSH
  }

  /** The second one begins while the server still finds out what the first one has broken. */
  @ParameterizedTest
  @EnumSource
  @Tag("full")
  @Tag("crashes")
  void aPushOfWhichNothingCanBeReadBackIsNeitherTakenNorRejected(Transport transport) {
    String branch =
        await()
            .atMost(Duration.ofMinutes(2))
            .ignoreExceptionsInstanceOf(AssertionError.class)
            .until(() -> undecidedPush(transport), Objects::nonNull);
    PullRequestKit kit = operations.kit();
    String listed = kit.path + "/branches?filterText=" + branch;
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() ->
            kit.ref("refs/heads/" + branch).isEmpty()
                ? kit.admin.get(listed).at("/size").equals("0")
                : kit.admin.get(listed).at("/size").equals("1"));
  }

  /**
   * The branch of a push whose commit was cut.
   *
   * @return null: it did not come to that, for connections that are broken
   */
  private static @Nullable String undecidedPush(Transport transport) {
    PullRequestKit kit = operations.kit();
    String branch = CutOperations.name();
    String created = kit.work.commit(branch, "pushed") + ":refs/heads/" + branch;
    if (transport == Transport.HTTP_WITHOUT_A_PACK) {
      kit.push(branch);
    }
    CuttingProxy.Cut cut =
        proxy.cut(When.BEFORE, it -> it.commits("insert into ref_move")).andAllThatFollows();
    String told =
        switch (transport) {
          case HTTP -> kit.work.run("push", "origin", created).errors();
          case HTTP_WITHOUT_A_PACK ->
              kit.work.run("push", "origin", ":refs/heads/" + branch).errors();
          case SSH ->
              ssh.git(key, kit.work.directory(), "push", ssh.url(kit.repository), created).err();
        };
    proxy.calm();
    if (cut.made() == null) {
      return null;
    }
    if (!told.contains("remote: Waiting for the database")
        || !told.contains("not known yet")
        || told.contains("rejected")) {
      throw new IllegalStateException("%s was told %s".formatted(transport, told));
    }
    return branch;
  }

  @ParameterizedTest
  @MethodSource("everyOperation")
  @Tag("full")
  @Tag("crashes")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void whatIsAnsweredIsThereWhicheverStatementIsCut(String name, When when) {
    SoftAssertions softly = new SoftAssertions();
    walk(name, Objects.requireNonNull(preparations().get(name), name), when, softly);
    softly.assertAll();
  }

  static Stream<Arguments> everyOperation() {
    return preparations().keySet().stream()
        .flatMap(name -> Stream.of(When.values()).map(when -> Arguments.of(name, when)));
  }

  private static Map<String, Preparation> preparations() {
    Map<String, Preparation> all = new TreeMap<>(operations.moving());
    all.putAll(writes.writing());
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAnsweredIsThereWhicheverCommitIsCut(When when) {
    SoftAssertions softly = new SoftAssertions();
    writes
        .writing()
        .forEach((name, preparation) -> {
          Attempt attempt = preparation.prepare();
          tryOnce(name, attempt, when, CutConnectionTest::keeps, softly);
        });
    softly.assertAll();
  }

  /** Whether rows are kept by it: the end of a transaction that writes, or a statement alone. */
  private static boolean keeps(Statement statement) {
    return statement.sql().equals("commit")
        ? statement.transaction().stream().anyMatch(CutConnectionTest::writes)
        : writes(statement.sql()) && !statement.transaction().contains("begin");
  }

  private static boolean writes(String sql) {
    return sql.startsWith("insert into") && BACKGROUND.stream().noneMatch(sql::contains);
  }

  private static final List<String> BACKGROUND =
      List.of("node_session", "outbox_event", "lease", "task", "audit");

  private void walk(String name, Preparation preparation, When when, SoftAssertions softly) {
    boolean made = true;
    for (int at = 0; made; at++) {
      Attempt attempt = prepared(preparation);
      int number = at;
      AtomicInteger seen = new AtomicInteger();
      made =
          tryOnce(
              name + " at statement " + at,
              attempt,
              when,
              it -> isOfServer(it) && seen.getAndIncrement() == number,
              softly);
    }
  }

  /** A server that has just lost all its connections may refuse what comes next. */
  private static Attempt prepared(Preparation preparation) {
    return await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(AssertionError.class)
        .until(preparation::prepare, Objects::nonNull);
  }

  private static final Set<String> TRIVIAL = Set.of("select 1", "");

  private static boolean isOfServer(Statement statement) {
    return !TRIVIAL.contains(statement.sql())
        && BACKGROUND.stream().noneMatch(statement.sql()::contains);
  }

  private static boolean tryOnce(
      String name, Attempt attempt, When when, Choice choice, SoftAssertions softly) {
    CuttingProxy.Cut cut = proxy.cut(when, choice);
    int status = attempt.act().getAsInt();
    proxy.calm();
    String told = "%s, cut %s %s, answered %d".formatted(name, when, cut.made(), status);
    if (status >= OK && status <= LAST_OK) {
      softly.assertThat(attempt.done().getAsBoolean()).as(told + ": all of it").isTrue();
    } else {
      softly
          .assertThat(attempt.done().getAsBoolean() || attempt.undone().getAsBoolean())
          .as(told + ": all or nothing")
          .isTrue();
      softly.assertThat(status).as(told).isIn(CutOperations.NOT_KNOWN, UNAVAILABLE);
    }
    return cut.made() != null;
  }
}
