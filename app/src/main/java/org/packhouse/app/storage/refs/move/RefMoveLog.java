package org.packhouse.app.storage.refs.move;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.hooks.RefChange;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The recorded moves of branches and tags. Does not check permissions. */
@Component
public class RefMoveLog {

  /** Move ids are the version times this plus the ordinal; no push moves as many refs. */
  private static final long MOVES_OF_A_VERSION = 1L << 20;

  private final JdbcClient sql;

  RefMoveLog(JdbcClient sql) {
    this.sql = sql;
  }

  /** A move. Ids rise with time; user and cause may be unknown. */
  public record Entry(
      long id, RefChange change, @Nullable Long userId, @Nullable String cause, Instant when) {}

  /** Returns moves latest first, of one ref if given, with one more than the page holds. */
  public List<Entry> page(long repositoryId, @Nullable String ref, PageRequest page) {
    return sql.sql(
            """
            select ref_version, ordinal, ref_name, old_value, new_value, actor_id, cause, moved_at
              from ref_move
             where repository_id = :repository
               and (cast(:ref as text) is null or ref_name = :ref)
               and (starts_with(ref_name, 'refs/heads/') or starts_with(ref_name, 'refs/tags/'))
             order by ref_version desc, ordinal desc offset :start limit :limit
            """)
        .param("repository", repositoryId)
        .param("ref", ref)
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(RefMoveLog::entry)
        .list();
  }

  public record RepositoryMove(long repositoryId, Entry move) {}

  /** Returns the latest moves in several repositories, reading at most fifty rows of each. */
  public List<RepositoryMove> latestIn(Collection<Long> repositoryIds, Instant since, int limit) {
    if (repositoryIds.isEmpty()) {
      return List.of();
    }
    return sql.sql(
            """
            select last.*
              from unnest(cast(:repositories as bigint[])) as asked (repository_id)
             cross join lateral (
                   select * from ref_move where repository_id = asked.repository_id
                    order by ref_version desc, ordinal desc limit 50) last
             where last.moved_at > :since
               and (starts_with(ref_name, 'refs/heads/') or starts_with(ref_name, 'refs/tags/'))
             order by last.moved_at desc, last.repository_id, last.ordinal limit :limit
            """)
        .param("repositories", repositoryIds.toArray(Long[]::new))
        .param("since", since.atOffset(ZoneOffset.UTC))
        .param("limit", limit)
        .query((row, index) -> new RepositoryMove(row.getLong("repository_id"), entry(row, index)))
        .list();
  }

  private static Entry entry(ResultSet row, int index) throws SQLException {
    return new Entry(
        row.getLong("ref_version") * MOVES_OF_A_VERSION + row.getLong("ordinal"),
        change(row),
        row.getObject("actor_id", Long.class),
        row.getString("cause"),
        row.getTimestamp("moved_at").toInstant());
  }

  public record RepositoryRef(long repositoryId, String refName) {}

  /** Returns the last move of each ref that ever moved, in one statement. */
  public Map<RepositoryRef, RefChange> latest(Collection<RepositoryRef> refs) {
    Map<RepositoryRef, RefChange> latest = new HashMap<>();
    sql.sql(
            """
            select asked.repository_id, last.ref_name, last.old_value, last.new_value
              from unnest(cast(? as bigint[]), cast(? as text[])) as asked (repository_id, ref_name)
             cross join lateral (
                   select ref_name, old_value, new_value from ref_move
                    where repository_id = asked.repository_id and ref_name = asked.ref_name
                    order by ref_version desc, ordinal desc limit 1) last
            """)
        .params(
            refs.stream().map(RepositoryRef::repositoryId).toArray(Long[]::new),
            refs.stream().map(RepositoryRef::refName).toArray(String[]::new))
        .query(row -> {
          RepositoryRef ref =
              new RepositoryRef(row.getLong("repository_id"), row.getString("ref_name"));
          latest.put(ref, change(row));
        });
    return latest;
  }

  /** Returns the last recorded move of a ref to a commit. */
  public Optional<RefChange> latestTo(long repositoryId, String ref, ObjectId commit) {
    return sql.sql(
            """
            select ref_name, old_value, new_value from ref_move
             where repository_id = ? and ref_name = ? and new_value = ?
             order by ref_version desc, ordinal desc limit 1
            """)
        .params(repositoryId, ref, commit.name())
        .query((row, _) -> change(row))
        .optional();
  }

  private static RefChange change(ResultSet row) throws SQLException {
    return new RefChange(
        row.getString("ref_name"),
        ObjectId.fromString(row.getString("old_value")),
        ObjectId.fromString(row.getString("new_value")));
  }

  /** Deletes moves before a time, except the last move of each ref. */
  public void forget(long repositoryId, Instant before) {
    sql.sql(
            """
            delete from ref_move old
             where old.repository_id = ? and old.moved_at < ?
               and exists (select 1 from ref_move later
                            where later.repository_id = old.repository_id
                              and later.ref_name = old.ref_name
                              and later.ref_version > old.ref_version)
            """)
        .params(repositoryId, before.atOffset(ZoneOffset.UTC))
        .update();
  }

  /** Returns full names of moved branches, also deleted ones, filtered by a part of the name. */
  public List<String> branches(long repositoryId, String filter, PageRequest page) {
    return sql.sql(
            """
            select distinct ref_name from ref_move
             where repository_id = :repository and starts_with(ref_name, 'refs/heads/')
               and strpos(lower(substr(ref_name, :prefix)), lower(:filter)) > 0
             order by ref_name offset :start limit :limit
            """)
        .param("repository", repositoryId)
        .param("prefix", Constants.R_HEADS.length() + 1)
        .param("filter", filter)
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query((row, _) -> row.getString(1))
        .list();
  }
}
