package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.awaitility.Awaitility;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;

/** A repository of a {@link KilledServer}, and what must be true of it afterwards. */
final class PushTarget {

  private final KilledServer killed;
  private final String slug;
  private final long id;

  PushTarget(KilledServer killed, String slug, long id) {
    this.killed = killed;
    this.slug = slug;
    this.id = id;
  }

  String path() {
    return "/KILL/" + slug + ".git";
  }

  /** Pushes a commit to both branches, whatever they point to: both or none. */
  GitFixture.Result push(ServerProcess server, String commit) {
    return killed
        .work()
        .run(
            "push",
            "--atomic",
            "--force",
            server.urlAsAdmin("/scm" + path()),
            commit + ":refs/heads/main",
            commit + ":refs/heads/topic");
  }

  /** Pushes until it is taken: a stopped node may still have the lock, or may still wake up. */
  void pushUntilTaken(ServerProcess server, String commit) {
    Awaitility.await()
        .atMost(KilledServer.LIMIT)
        .until(() -> push(server, commit), result -> result.exitCode() == 0);
  }

  GitFixture bare() {
    return GitFixture.in(killed.repositories().resolve("%02x/%d.git".formatted(id % 256, id)));
  }

  String value(String branch) {
    return bare().git("rev-parse", "refs/heads/" + branch);
  }

  /** Whether a commit has been the value of both branches, as the rows know it. */
  boolean hasHad(String commit) {
    long moves =
        killed
            .sql
            .sql("select count(*) from ref_move where repository_id = ? and new_value = ?")
            .params(id, commit)
            .query(Long.class)
            .single();
    assertThat(moves).isIn(0L, 2L);
    return moves == 2;
  }

  /** Whatever happened, this holds once the server has recovered. */
  void assertSound() {
    bare().git("fsck", "--full", "--strict");
    assertThat(value("topic")).isEqualTo(value("main"));
    assertThat(lastMove("refs/heads/main")).isEqualTo(value("main"));
    assertThat(lastMove("refs/heads/topic")).isEqualTo(value("topic"));
    WrittenEvents.assertAgreeWithMoves(killed.sql, id);
    assertThat(count("select count(*) from pending_ref_update where repository_id = ?")).isZero();
    assertThat(
            count(
                """
                select v.ref_version - (select max(ref_version) from ref_move m
                                         where m.repository_id = v.repository_id)
                  from repository_version v where v.repository_id = ?
                """))
        .isZero();
    List<String> files = KilledServer.files(bare().directory());
    assertThat(files).noneMatch(file -> file.contains(".lock ") || file.contains("tmp_"));
    Awaitility.await()
        .atMost(KilledServer.LIMIT)
        .untilAsserted(() -> {
          assertThat(count("select count(*) from outbox_event where repository_id = ?")).isZero();
          assertThat(killed.leftOfPushes()).isEmpty();
        });
  }

  /** The listeners of this repository have heard of each of its moves, and of none twice. */
  void assertToldOnce() {
    WrittenEvents.assertToldOnce(killed.sql, id);
  }

  private String lastMove(String ref) {
    return killed
        .sql
        .sql(
            """
            select new_value from ref_move where repository_id = ? and ref_name = ?
             order by ref_version desc limit 1
            """)
        .params(id, ref)
        .query(String.class)
        .single();
  }

  private long count(String statement) {
    return killed.sql.sql(statement).param(id).query(Long.class).single();
  }
}
