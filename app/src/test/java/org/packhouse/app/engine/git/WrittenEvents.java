package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Every event that was ever committed to the outbox for its brief listeners, with the version whose
 * transaction wrote it: the database keeps a copy, for told events are deleted.
 */
final class WrittenEvents {

  private WrittenEvents() {}

  /** Has the database keep them from now on. */
  static void record(JdbcClient sql) {
    sql.sql(
            """
            create table written_event (repository_id bigint, ref_version bigint, payload jsonb);
            create function record_event() returns trigger language plpgsql as $$
            begin
              insert into written_event
              select new.repository_id, v.ref_version, new.payload
                from repository_version v where v.repository_id = new.repository_id;
              return null;
            end $$;
            create trigger record_event after insert on outbox_event
              for each row when (new.listener = 'refs-moved') execute function record_event();
            """)
        .update();
  }

  /** Has the database count, from now on, how often the listener has taken note of one. */
  static void recordTellings(JdbcClient sql) {
    sql.sql(
            """
            create table telling (repository_id bigint);
            create function record_telling() returns trigger language plpgsql as $$
            begin
              insert into telling values (new.repository_id);
              return null;
            end $$;
            create trigger record_telling after update of pushes_since on housekeeping
              for each row when (new.pushes_since > old.pushes_since)
              execute function record_telling();
            """)
        .update();
  }

  /** The listener has taken note of each once; nothing is on its way to it. */
  static void assertToldOnce(JdbcClient sql, long repositoryId) {
    assertThat(count(sql, "select count(*) from telling where repository_id = ?", repositoryId))
        .as("how often events were told")
        .isEqualTo(
            count(sql, "select count(*) from written_event where repository_id = ?", repositoryId));
  }

  private static long count(JdbcClient sql, String statement, long repositoryId) {
    return sql.sql(statement).param(repositoryId).query(Long.class).single();
  }

  /** Each moved ref is in the event of its version and in no other, and no ref skips a value. */
  static void assertAgreeWithMoves(JdbcClient sql, long repositoryId) {
    assertThat(
            strings(
                sql,
                """
                select concat_ws(' ', e.ref_version, m.ref, m."from", m."to")
                  from written_event e,
                       jsonb_to_recordset(e.payload -> 'moves')
                         as m(ref text, "from" text, "to" text)
                 where e.repository_id = ?
                """,
                repositoryId))
        .as("moves of the events")
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            strings(
                sql,
                """
                select concat_ws(' ', ref_version, ref_name, old_value, new_value)
                  from ref_move where repository_id = ? and ref_name <> 'HEAD'
                """,
                repositoryId));
    assertThat(
            strings(
                sql,
                """
                select concat_ws(' ', ref_version, ref_name, 'is', old_value, 'was', before)
                  from (select m.*, lag(new_value, 1, repeat('0', 40)) over (
                                 partition by ref_name order by ref_version, ordinal) as before
                          from ref_move m where repository_id = ?) as chain
                 where ref_name <> 'HEAD' and old_value <> before
                """,
                repositoryId))
        .as("moves that do not begin where the last one ended")
        .isEmpty();
  }

  private static List<String> strings(JdbcClient sql, String statement, long repositoryId) {
    return sql.sql(statement).param(repositoryId).query((row, number) -> row.getString(1)).list();
  }
}
