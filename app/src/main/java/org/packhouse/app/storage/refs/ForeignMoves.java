package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Makes a ref version of what other programs did to a repository on disk, so that every node reads
 * it anew and every listener hears of it.
 */
@Component
class ForeignMoves {

  private static final Logger LOG = LoggerFactory.getLogger(ForeignMoves.class);
  private static final Actor NOBODY = new Actor(null, "-");

  private final RefMovePool pool;
  private final RefRows rows;
  private final DiskRefs disk;
  private final NodeSessions sessions;
  private final Outbox outbox;

  ForeignMoves(
      RefMovePool pool, RefRows rows, DiskRefs disk, NodeSessions sessions, Outbox outbox) {
    this.pool = pool;
    this.rows = rows;
    this.disk = disk;
    this.sessions = sessions;
    this.outbox = outbox;
  }

  /**
   * Writes down how the refs on disk differ from what they were, unless an update of ours is under
   * way, which explains the difference and writes it down itself. Waits for nobody.
   *
   * @param before the refs at the present version
   * @return the refs at the version that was made; empty if none was
   */
  Optional<DiskRefs.Reading> write(long repositoryId, RefSnapshot before) throws IOException {
    try {
      Optional<DiskRefs.Reading> after =
          pool.<Optional<DiskRefs.Reading>, IOException>transaction(
              transaction -> write(transaction, repositoryId, before));
      if (after.isPresent()) {
        outbox.committed();
      }
      return after;
    } catch (SQLException e) {
      throw new IOException("What moved on disk could not be written down", e);
    }
  }

  private Optional<DiskRefs.Reading> write(
      JdbcClient transaction, long repositoryId, RefSnapshot before) throws IOException {
    Optional<RefRows.Locked> locked = rows.lockFree(transaction, repositoryId, before.version());
    if (locked.isEmpty() || !rows.pendingIn(transaction, repositoryId).isEmpty()) {
      return Optional.empty();
    }
    DiskRefs.Reading after = disk.read(repositoryId, before.version() + 1);
    List<Move> moves = moves(before, after.snapshot());
    if (moves.isEmpty()) {
      return Optional.empty();
    }
    LOG.warn(
        "{} refs of repository {} were moved by another program: {}",
        moves.size(),
        repositoryId,
        moves.subList(0, Math.min(5, moves.size())));
    UUID id = UUID.randomUUID();
    PendingUpdate update =
        new PendingUpdate(
            id,
            repositoryId,
            sessions.current(),
            RefCause.FOUND_ON_DISK.text(),
            NOBODY,
            null,
            moves);
    rows.writeMoves(transaction, locked.get(), update, moves);
    return Optional.of(after);
  }

  private static List<Move> moves(RefSnapshot before, RefSnapshot after) {
    List<Move> moves = new ArrayList<>();
    TreeMap<String, ObjectId> old = new TreeMap<>();
    before.refs().forEach(ref -> old.put(ref.name(), ref.id()));
    for (RefSnapshot.Entry ref : after.refs()) {
      ObjectId was = old.remove(ref.name());
      if (!Objects.equals(was, ref.id())) {
        moves.add(new Move(ref.name(), name(was), ref.id().name()));
      }
    }
    old.forEach((name, id) -> moves.add(new Move(name, id.name(), name(null))));
    if (!before.headTarget().equals(after.headTarget())) {
      moves.add(Move.ofHead(before.headTarget(), after.headTarget()));
    }
    return moves;
  }

  private static String name(@Nullable ObjectId id) {
    return (id == null ? ObjectId.zeroId() : id).name();
  }
}
