package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.Constants;
import org.packhouse.app.platform.database.SessionLimits;
import org.packhouse.app.storage.objects.DirectoryCopy;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.objects.SharedFiles;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefNames;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Copies the refs of repositories in use, for a backup. The version row is locked meanwhile, so
 * that no update is copied in part. Moves since the copy of the database are returned, so that both
 * copies can be reconciled.
 */
@Component
public class RefCopies {

  private final JdbcClient sql;
  private final TransactionTemplate transaction;
  private final RepositoryStorage storage;

  public RefCopies(JdbcClient sql, TransactionTemplate transaction, RepositoryStorage storage) {
    this.sql = sql;
    this.transaction = transaction;
    this.storage = storage;
  }

  /** Returns all ref versions; a repository without one has version 1. */
  public static Map<Long, Long> versions(JdbcClient snapshot) {
    return snapshot
        .sql("select repository_id, ref_version from repository_version")
        .query((row, _) -> Map.entry(row.getLong(1), row.getLong(2)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Copies HEAD and the refs; returns the moves since a version, or empty without repository. */
  public Optional<LaterMoves> copy(long repositoryId, long since, Path to) throws IOException {
    try {
      return Optional.ofNullable(
          transaction.execute(_ -> copyLocked(repositoryId, since, to).orElse(null)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (DataIntegrityViolationException removedForGood) {
      return Optional.empty();
    }
  }

  private Optional<LaterMoves> copyLocked(long repositoryId, long since, Path to) {
    SessionLimits.allowForFiles(sql);
    sql.sql("insert into repository_version (repository_id) values (?) on conflict do nothing")
        .param(repositoryId)
        .update();
    LaterMoves moves =
        sql.sql(
                """
                select ref_version, pull_request_ref_version from repository_version
                 where repository_id = ? for update
                """)
            .param(repositoryId)
            .query((row, _) ->
                new LaterMoves(
                    repositoryId, row.getLong(1), row.getLong(2), rows(repositoryId, since)))
            .single();
    try {
      return copyFiles(storage.directory(repositoryId), to) ? Optional.of(moves) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<LaterMoves.Row> rows(long repositoryId, long since) {
    return sql.sql(
            """
            select ref_version, ordinal, ref_name, old_value, new_value, update_id, moved_at,
                   actor_id, cause
              from ref_move where repository_id = ? and ref_version > ?
             order by ref_version, ordinal
            """)
        .params(repositoryId, since)
        .query((row, _) ->
            new LaterMoves.Row(
                row.getLong(1),
                row.getInt(2),
                new Move(row.getString(3), row.getString(4), row.getString(5)),
                row.getObject(6, UUID.class),
                row.getObject(7, OffsetDateTime.class),
                row.getObject(8, Long.class),
                row.getString(9)))
        .list();
  }

  /** Copies loose refs before {@code packed-refs}. Returns whether there is a repository. */
  public static boolean copyFiles(Path repository, Path to) throws IOException {
    SharedFiles shared = new SharedFiles();
    shared.open(repository);
    if (!DirectoryCopy.copyFile(repository.resolve(Constants.HEAD), to.resolve(Constants.HEAD))) {
      return false;
    }
    DirectoryCopy.copy(
        repository.resolve("refs"),
        to.resolve("refs"),
        it -> RefNames.isPart(it.getFileName().toString()));
    shared.open(repository);
    DirectoryCopy.copyFile(repository.resolve("packed-refs"), to.resolve("packed-refs"));
    return true;
  }

  /** Writes moves into a restored database and notes that listeners must hear of them. */
  public void replay(LaterMoves moves) {
    transaction.executeWithoutResult(_ -> {
      if (!moves.rows().isEmpty()) {
        ReplayedMoves.note(sql, moves.repositoryId(), moves.rows().getFirst().version() - 1);
      }
      for (LaterMoves.Row row : moves.rows()) {
        sql.sql(
                """
                insert into ref_move (repository_id, ref_version, ordinal, ref_name, old_value,
                                      new_value, update_id, moved_at, actor_id, cause)
                values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as bigint), ?)
                """)
            .params(moves.repositoryId(), row.version(), row.ordinal(), row.move().ref())
            .params(row.move().from(), row.move().to(), row.updateId(), row.movedAt())
            .param(row.actorId())
            .param(row.cause())
            .update();
        sql.sql("delete from pending_ref_update where id = ?").param(row.updateId()).update();
      }
      sql.sql(
              """
              insert into repository_version (repository_id, ref_version, pull_request_ref_version)
              values (?, ?, ?) on conflict (repository_id) do update
                 set ref_version = excluded.ref_version,
                     pull_request_ref_version = excluded.pull_request_ref_version
              """)
          .params(moves.repositoryId(), moves.refVersion(), moves.pullRequestRefVersion())
          .update();
    });
  }
}
