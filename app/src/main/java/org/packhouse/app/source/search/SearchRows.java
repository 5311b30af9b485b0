package org.packhouse.app.source.search;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The tables of what is known of default branches. Whatever is stored is stored under a lease that
 * is held.
 */
@Component
class SearchRows {

  private static final int BATCH = 100;

  /**
   * So many looks a repository that is pushed to all the time is left alone after it was indexed.
   */
  private static final int LOOKS_LEFT_OUT = 3;

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;
  private final TransactionTemplate transaction;
  private final double restSeconds;

  SearchRows(
      JdbcClient jdbc,
      JdbcTemplate batches,
      PlatformTransactionManager transactions,
      SearchSettings settings) {
    this.jdbc = jdbc;
    this.restSeconds = settings.lookEvery().multipliedBy(LOOKS_LEFT_OUT).toMillis() / 1000.0;
    this.batches = batches;
    this.transaction = new TransactionTemplate(transactions);
  }

  /**
   * The state of a repository.
   *
   * @param asked how often it was asked for
   * @param tree whose files are known whole; null: none
   * @param commit whose history is known; null: none
   * @param leftOut files that there was no room for
   */
  record State(
      long asked,
      @Nullable ObjectId tree,
      @Nullable ObjectId commit,
      int files,
      long bytes,
      int leftOut) {}

  /**
   * A repository of which something may be missing.
   *
   * @param whole whether all of its files are to be looked at, and not only what has changed
   */
  record Due(long repositoryId, boolean whole) {}

  /** A file to store. */
  record FileText(String path, ObjectId blob, String content) {}

  /** A commit to store. */
  record CommitText(ObjectId id, Instant time, String content) {}

  /** The lease is another node's by now; nothing was stored. */
  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Says that something may be missing; nothing happens if the repository is gone. It is due soon.
   */
  void ask(long repositoryId) {
    ask(repositoryId, true);
  }

  /**
   * Says that something may be missing, as it is after each push: it is due soon, but for one that
   * was indexed just now, so that what is pushed all the time is indexed a few times a minute, and
   * for one that could not be read, which is tried again in its time.
   */
  void askAfterRest(long repositoryId) {
    ask(repositoryId, false);
  }

  private void ask(long repositoryId, boolean soon) {
    try {
      jdbc.sql(
              """
              insert into search_state (repository_id, stale_since, asked)
              values (:repository, now(), 1)
              on conflict (repository_id) do update
                 set stale_since =
                       case when :soon then least(search_state.stale_since, now())
                            else coalesce(search_state.stale_since, greatest(now(),
                              search_state.settled_at + make_interval(secs => :rest))) end,
                     asked = search_state.asked + 1
              """)
          .param("repository", repositoryId)
          .param("soon", soon)
          .param("rest", restSeconds)
          .update();
    } catch (DataIntegrityViolationException e) {
      // It was purged meanwhile.
    }
  }

  /**
   * Repositories of which something may be missing for a while, those of longest standing first.
   *
   * @param whole whether those of which nothing is there whole are among them
   */
  List<Due> due(int limit, boolean whole) {
    return jdbc.sql(
            """
            select repository_id, tree_id is null from search_state
             where stale_since <= now() - interval '1 second' and (:whole or tree_id is not null)
             order by stale_since limit :limit
            """)
        .param("whole", whole)
        .param("limit", limit)
        .query((row, _) -> new Due(row.getLong(1), row.getBoolean(2)))
        .list();
  }

  Optional<State> state(long repositoryId) {
    return jdbc.sql(
            """
            select asked, tree_id, commit_id, files, bytes, left_out from search_state
             where repository_id = ?
            """)
        .param(repositoryId)
        .query((row, _) ->
            new State(
                row.getLong(1),
                id(row.getBytes(2)),
                id(row.getBytes(3)),
                row.getInt(4),
                row.getLong(5),
                row.getInt(6)))
        .optional();
  }

  /**
   * The blobs of all paths that are known. A text with replacement characters is told as that of no
   * blob, so that its file is read again: it may have been indexed as UTF-8, which it is not.
   */
  Map<String, ObjectId> files(long repositoryId) {
    Map<String, ObjectId> files = new HashMap<>();
    jdbc.sql(
            """
            select path, blob_id, position(chr(65533) in content) > 0
              from search_file where repository_id = ?
            """)
        .param(repositoryId)
        .query(row -> {
          ObjectId blob = row.getBoolean(3) ? ObjectId.zeroId() : ObjectId.fromRaw(row.getBytes(2));
          files.put(row.getString(1), blob);
        });
    return files;
  }

  /** Stores files and removes others; until {@link #settle} it is unknown whether all is there. */
  void store(Lease lease, long repositoryId, Collection<FileText> texts, Collection<String> gone) {
    underLease(
        lease,
        () -> {
          jdbc.sql("update search_state set tree_id = null where repository_id = ?")
              .param(repositoryId)
              .update();
          batches.batchUpdate(
              "delete from search_file where repository_id = ? and path = ?",
              gone,
              BATCH,
              (statement, path) -> {
                statement.setLong(1, repositoryId);
                statement.setString(2, path);
              });
          batches.batchUpdate(
              """
              insert into search_file (repository_id, path, blob_id, content) values (?, ?, ?, ?)
              on conflict (repository_id, path) do update
                 set blob_id = excluded.blob_id, content = excluded.content
              """,
              texts,
              BATCH,
              (statement, text) -> {
                statement.setLong(1, repositoryId);
                statement.setString(2, text.path());
                statement.setBytes(3, bytes(text.blob()));
                statement.setString(4, text.content());
              });
        });
  }

  /** Stores commits. */
  void storeCommits(Lease lease, long repositoryId, Collection<CommitText> commits) {
    underLease(
        lease,
        () ->
            batches.batchUpdate(
                """
                insert into search_commit (repository_id, commit_id, committed_at, content)
                values (?, ?, ?, ?) on conflict do nothing
                """,
                commits,
                BATCH,
                (statement, commit) -> {
                  statement.setLong(1, repositoryId);
                  statement.setBytes(2, bytes(commit.id()));
                  statement.setTimestamp(3, Timestamp.from(commit.time()));
                  statement.setString(4, commit.content());
                }));
  }

  /** Forgets all commits: history was rewritten. */
  void forgetCommits(Lease lease, long repositoryId) {
    underLease(
        lease,
        () -> {
          jdbc.sql("update search_state set commit_id = null where repository_id = ?")
              .param(repositoryId)
              .update();
          jdbc.sql("delete from search_commit where repository_id = ?")
              .param(repositoryId)
              .update();
        });
  }

  /** Forgets all of a repository, which was not asked for since. */
  void forget(Lease lease, long repositoryId, State state) {
    underLease(
        lease,
        () -> {
          jdbc.sql("delete from search_file where repository_id = ?").param(repositoryId).update();
          jdbc.sql("delete from search_commit where repository_id = ?")
              .param(repositoryId)
              .update();
          settled(repositoryId, new State(state.asked(), null, null, 0, 0, 0));
        });
  }

  /**
   * Notes that all of a tree and a history is there.
   *
   * @param state as it was before; if it was asked for since, it is due again after a rest
   * @param maxCommits earlier ones are forgotten
   */
  void settle(
      Lease lease, long repositoryId, State state, ObjectId tree, ObjectId commit, int maxCommits) {
    underLease(
        lease,
        () -> {
          jdbc.sql(
                  """
                  delete from search_commit
                   where repository_id = :repository
                     and committed_at < (select c.committed_at from search_commit c
                                          where c.repository_id = :repository
                                          order by c.committed_at desc offset :kept limit 1)
                  """)
              .param("repository", repositoryId)
              .param("kept", maxCommits)
              .update();
          settled(repositoryId, new State(state.asked(), tree, commit, 0, 0, state.leftOut()));
        });
  }

  private void settled(long repositoryId, State state) {
    jdbc.sql(
            """
            update search_state s
               set stale_since = case when asked = :asked then null
                                      else now() + make_interval(secs => :rest) end,
                   settled_at = now(), tree_id = :tree, commit_id = :commit, left_out = :leftOut,
                   files = f.files, bytes = f.bytes
              from (select count(*) files, coalesce(sum(octet_length(content)), 0) bytes
                      from search_file where repository_id = :repository) f
             where repository_id = :repository
            """)
        .param("asked", state.asked())
        .param("rest", restSeconds)
        .param("tree", bytes(state.tree()), java.sql.Types.BINARY)
        .param("commit", bytes(state.commit()), java.sql.Types.BINARY)
        .param("leftOut", state.leftOut())
        .param("repository", repositoryId)
        .update();
  }

  /** Has a repository of which a part is stored go on when those have been that wait by now. */
  void goOnLater(long repositoryId) {
    jdbc.sql("update search_state set stale_since = now() where repository_id = ?")
        .param(repositoryId)
        .update();
  }

  /** Has a repository that cannot be read now looked at again in ten minutes. */
  void later(long repositoryId) {
    jdbc.sql(
            """
            update search_state set stale_since = now() + interval '10 minutes'
             where repository_id = ?
            """)
        .param(repositoryId)
        .update();
  }

  private void underLease(Lease lease, Runnable rows) {
    transaction.executeWithoutResult(_ -> {
      if (!Boolean.TRUE.equals(batches.execute((ConnectionCallback<Boolean>) lease::isHeldIn))) {
        throw new LostException();
      }
      rows.run();
    });
  }

  private static byte @Nullable [] bytes(@Nullable ObjectId id) {
    if (id == null) {
      return null;
    }
    byte[] bytes = new byte[Constants.OBJECT_ID_LENGTH];
    id.copyRawTo(bytes, 0);
    return bytes;
  }

  private static @Nullable ObjectId id(byte @Nullable [] bytes) {
    return bytes == null ? null : ObjectId.fromRaw(bytes);
  }
}
