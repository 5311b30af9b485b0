package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A node that dies in the middle of its work, and the other, which takes that over. */
@Tag("full")
@Tag("nodes")
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class DeadNodeTest {

  private static final Duration TAKEN_OVER = Duration.ofSeconds(60);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int ROUNDS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(DeadNodeTest.class);

  private static final String CLAIMED =
      "select count(*) from outbox_event where claimed_by is not null";

  /** As many as a node claims at a time. */
  private static final int EVENTS = 50;

  /** Writes down which events were forgotten while an earlier one of their lane was there. */
  private static final String RECORD_ORDER =
      """
      create table disorder (event_id bigint);
      create function record_disorder() returns trigger language plpgsql as $$
      begin
        insert into disorder
        select g.id from gone g
         where exists (select 1 from outbox_event e
                        where e.listener = g.listener and e.repository_id = g.repository_id
                          and e.id < g.id);
        return null;
      end $$;
      create trigger record_disorder after delete on outbox_event
        referencing old table as gone for each statement execute function record_disorder();
      """;

  @TempDir private Path directory;

  private String database;
  private JdbcClient sql;
  private HeldGit git;
  private ServerProcess[] nodes;
  private GitFixture work;
  private long repositoryId;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    database = TestingDatabase.createMigrated();
    sql = JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));
    git = HeldGit.in(directory.resolve("git"), "pack-objects");
    nodes = new ServerProcess[] {node("one"), node("two")};
    nodes[0].start();
    nodes[0].create("/projects", "{\"key\": \"DEAD\", \"name\": \"Dead\"}");
    nodes[0].create("/projects/DEAD/repos", "{\"name\": \"left\"}");
    repositoryId = sql.sql("select id from repository").query(Long.class).single();
    work = GitFixture.workTree(directory.resolve("work"));
    sql.sql(RECORD_ORDER).update();
    WrittenEvents.record(sql);
  }

  private ServerProcess node(String name) {
    return ServerProcess.on(directory.resolve(name), database)
        .with("packhouse.shared-home", directory.resolve("shared").toString())
        .with("scm.git.executable", git.program())
        .with("housekeeping.pushes", "1");
  }

  @AfterEach
  void stop() throws IOException {
    git.goOn();
    for (ServerProcess node : nodes) {
      node.close();
    }
  }

  private void push(ServerProcess node, String content) {
    work.commit("file", content);
    work.git("push", "--quiet", node.urlAsAdmin("/scm/DEAD/left.git"), "HEAD:refs/heads/main");
  }

  private long count(String statement) {
    return sql.sql(statement).query(Long.class).single();
  }

  @Test
  void leavesHousekeepingToTheOtherWithinAMinute() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      ServerProcess dying = nodes[round % 2];
      ServerProcess heir = nodes[1 - round % 2];
      git.hold();
      // Two of the same size: of one small pack beside a larger one, housekeeping would make none.
      push(dying, "round " + round);
      push(dying, "end of round " + round);
      // It is counted by a listener, and who looks before that finds nothing to do for a while.
      String due = "select count(*) from housekeeping where pushes_since > 0";
      Awaitility.await().atMost(LIMIT).until(() -> count(due) == 1);
      haveAllLookAtOnce();
      Awaitility.await().atMost(LIMIT).until(git::isReached);
      long counter = count("select max(counter) from lease where holder is not null");
      heir.start();
      dying.kill();
      long killed = System.nanoTime();
      git.goOn();
      String taken =
          "select count(*) from housekeeping where pushes_since = 0 and last_repack_at is not null";
      Awaitility.await().atMost(TAKEN_OVER).until(() -> count(taken) == 1);
      LOG.info("Housekeeping {} was taken over after {} s", round, secondsSince(killed));
      assertThat(count("select max(counter) from lease")).isGreaterThan(counter);
      bare().git("fsck", "--full", "--strict");
    }
  }

  /** As they do when the session of another node has ended. */
  private void haveAllLookAtOnce() {
    sql.sql(
            """
            insert into node_session (id, node_name, address, heartbeat_at)
            values (gen_random_uuid(), 'gone', 'nowhere', now() - interval '1 day')
            """)
        .update();
  }

  private GitFixture bare() {
    return GitFixture.in(
        directory.resolve(
            "shared/repositories/%02x/%d.git".formatted(repositoryId % 256, repositoryId)));
  }

  @Test
  void leavesTheEventsThatItHasClaimedToTheOtherWithinAMinuteAndInOrder() throws Exception {
    push(nodes[0], "first");
    Awaitility.await().atMost(LIMIT).until(() -> count("select count(*) from outbox_event") == 0);
    for (int round = 0; round < ROUNDS; round++) {
      ServerProcess dying = nodes[round % 2];
      ServerProcess heir = nodes[1 - round % 2];
      try (Connection holding =
              new DriverManagerDataSource(database, "postgres", "").getConnection();
          Statement statement = holding.createStatement()) {
        holding.setAutoCommit(false);
        // The listener stands still at the first of them.
        statement.execute("select 1 from housekeeping for update");
        append();
        Awaitility.await().atMost(LIMIT).until(() -> count(CLAIMED) == EVENTS);
        heir.start();
        dying.kill();
        holding.rollback();
      }
      long killed = System.nanoTime();
      Awaitility.await()
          .atMost(TAKEN_OVER)
          .until(() -> count("select count(*) from outbox_event") == 0);
      LOG.info("Events of round {} were told after {} s", round, secondsSince(killed));
      assertThat(sql.sql("select event_id from disorder").query(Long.class).list()).isEmpty();
    }
  }

  /** As if so many pushes had come at once. */
  private void append() {
    sql.sql(
            """
            insert into outbox_event (type, listener, repository_id, payload)
            select 'refs-moved', 'housekeeping', ?, (select payload from written_event limit 1)
              from generate_series(1, ?)
            """)
        .params(repositoryId, EVENTS)
        .update();
  }

  private static long secondsSince(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime).toSeconds();
  }
}
