package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.objects.SessionDirectories;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.Peeling;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.hooks.Actor;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Packs loose refs as {@code git pack-refs --all} does, moving none. It holds the repository's lock
 * and git's, and is a pending update like any other, so that recovery completes it if its process
 * stalls. Git's command does not know the version row, and relies on the cached size of {@code
 * packed-refs}: on a file system that shows others' writes late, it drops the latest refs.
 */
@Component
public class RefPacking {

  private static final String CAUSE = "pack-refs";

  private static final Actor NOBODY = new Actor(null, "-");

  /** Pushes to the repository wait while one batch is packed. */
  static final int MAX_AT_ONCE = 200;

  private final PendingUpdates pending;
  private final RefTransaction transaction;
  private final RefRows rows;
  private final RepositoryStorage storage;
  private final RepositoryDirectories directories;
  private final SessionDirectories sessions;
  private final Checkpoint checkpoint;

  RefPacking(
      PendingUpdates pending,
      RefTransaction transaction,
      RefRows rows,
      RepositoryStorage storage,
      RepositoryDirectories directories,
      SessionDirectories sessions,
      Checkpoint checkpoint) {
    this.pending = pending;
    this.transaction = transaction;
    this.rows = rows;
    this.storage = storage;
    this.directories = directories;
    this.sessions = sessions;
    this.checkpoint = checkpoint;
  }

  /** Packs loose refs, except locked ones; a deleted repository is ignored. */
  public void pack(long repositoryId) throws IOException {
    List<Move> loose =
        new RefFiles(storage.directory(repositoryId))
            .loose().entrySet().stream()
                .map(each -> staying(each.getKey(), each.getValue()))
                .toList();
    for (int from = 0; from < loose.size(); from += MAX_AT_ONCE) {
      pack(repositoryId, loose.subList(from, Math.min(from + MAX_AT_ONCE, loose.size())));
    }
  }

  private static Move staying(String ref, ObjectId value) {
    return new Move(ref, value.name(), value.name());
  }

  private void pack(long repositoryId, List<Move> loose) throws IOException {
    PendingUpdate begun = pending.begin(repositoryId, CAUSE, NOBODY, loose);
    try {
      RefStaging staging = RefStaging.create(sessions, begun);
      transaction.run(begun, staging, (rowsOf, locked, _) -> packLocked(rowsOf, begun, staging));
      staging.close();
    } catch (SQLException | DataAccessException | IOException e) {
      pending.decideFailed(begun, RefUpdates.InTransaction.NOTHING, e);
    } finally {
      pending.ended(begun);
    }
  }

  private Map<Move, String> packLocked(
      JdbcClient inTransaction, PendingUpdate update, RefStaging staging) throws IOException {
    Path directory = storage.directory(update.repositoryId());
    Map<Move, String> left = new HashMap<>();
    try (RefLocks locks = RefLocks.takeToPack(directory, update, staging);
        Peeling peeling = new Peeling(directories, update.repositoryId())) {
      RefFiles files = new RefFiles(directory);
      List<Move> values = new ArrayList<>();
      for (Move each : update.changes()) {
        ObjectId value = locks.holds(files.file(each.ref())) ? files.loose(each.ref()) : null;
        if (value == null) {
          left.put(each, "it is locked or gone");
        } else {
          values.add(staying(each.ref(), value));
        }
      }
      rows.notePacking(inTransaction, update.repositoryId());
      new RefWriter(files, staging, locks, peeling, checkpoint).write(values);
    }
    return left;
  }
}
