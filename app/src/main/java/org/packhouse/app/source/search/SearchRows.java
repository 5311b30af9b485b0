package org.packhouse.app.source.search;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Statements on the tables of the search index. Writes require a held lease. */
@Component
class SearchRows {

  private static final int BATCH = 100;

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;
  private final TransactionTemplate transaction;

  SearchRows(JdbcClient jdbc, JdbcTemplate batches, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.batches = batches;
    this.transaction = new TransactionTemplate(transactions);
  }

  /** The index state: the tree and commit that are indexed completely, and requests so far. */
  record State(
      long asked,
      @Nullable ObjectId tree,
      @Nullable ObjectId commit,
      int files,
      long bytes,
      int leftOut) {}

  record FileText(String path, ObjectId blob, String content) {}

  record CommitText(ObjectId id, Instant time, String content) {}

  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
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
   * Returns indexed blobs by path. Texts with replacement characters have a zero id: they may have
   * been decoded wrongly, and are read again.
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

  /** Stores and deletes files; the index counts as incomplete until {@link #settle}. */
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

  /** Deletes all commits, after history was rewritten. */
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

  /** Deletes the index of a repository unless indexing was requested since. */
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
   * Marks a tree and a history as complete; due again if indexing was requested since {@code state}
   * was read.
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
        .param("rest", SearchQueue.REST_SECONDS)
        .param("tree", bytes(state.tree()), java.sql.Types.BINARY)
        .param("commit", bytes(state.commit()), java.sql.Types.BINARY)
        .param("leftOut", state.leftOut())
        .param("repository", repositoryId)
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
