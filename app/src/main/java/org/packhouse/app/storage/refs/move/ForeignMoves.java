package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.refs.DiskRefs;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs.ForeignRefMoves;
import org.packhouse.app.storage.refs.move.RefRows.Locked;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Records ref moves that other programs made on disk. */
@Component
class ForeignMoves implements ForeignRefMoves {

  private static final String NOTHING = ObjectId.zeroId().name();

  private final RefMovePool pool;
  private final RefRows rows;
  private final DiskRefs disk;
  private final Recovery recovery;
  private final ForeignSightings sightings;
  private final Outbox outbox;

  ForeignMoves(
      RefMovePool pool,
      RefRows rows,
      DiskRefs disk,
      Recovery recovery,
      ForeignSightings sightings,
      Outbox outbox) {
    this.pool = pool;
    this.rows = rows;
    this.disk = disk;
    this.recovery = recovery;
    this.sightings = sightings;
    this.outbox = outbox;
  }

  @Override
  public Outcome compare(long repositoryId, RefSnapshot before) throws IOException {
    return notifying(() ->
        pool.<Outcome, IOException>transaction(
            transaction -> compare(transaction, repositoryId, before)));
  }

  private Outcome compare(JdbcClient transaction, long repositoryId, RefSnapshot before)
      throws IOException {
    Optional<Locked> locked = rows.lockFree(transaction, repositoryId, before.version());
    if (locked.isEmpty() || !rows.pendingIn(transaction, repositoryId).isEmpty()) {
      return Outcome.UNKNOWN;
    }
    List<Move> moves = moves(before, disk.read(repositoryId, before.version()).snapshot());
    sightings.retain(repositoryId, moves);
    return write(transaction, locked.get(), sightings.confirmed(locked.get(), moves));
  }

  @Override
  public void forgetDifferences(long repositoryId) {
    sightings.retain(repositoryId, List.of());
  }

  private Outcome write(JdbcClient transaction, Locked locked, List<Move> moves) {
    if (moves.isEmpty()) {
      return Outcome.WAITING;
    }
    rows.writeMoves(transaction, locked, sightings.update(locked.repositoryId(), moves), moves);
    return Outcome.WRITTEN;
  }

  @Override
  public List<Move> recordNow(long repositoryId, @Nullable String headTarget) throws IOException {
    List<Move> written = new ArrayList<>();
    notifying(() ->
        pool.<Outcome, IOException>transaction(transaction -> {
          Locked locked = rows.lock(transaction, repositoryId).orElse(null);
          if (locked == null) {
            return Outcome.UNKNOWN;
          }
          Locked current =
              recovery.decideStopped(
                  transaction,
                  locked,
                  rows.pendingIn(transaction, repositoryId),
                  UUID.randomUUID());
          Map<String, String> stored = RefRows.stored(transaction, repositoryId);
          Map<String, String> found = disk.values(repositoryId);
          stored.putIfAbsent(
              Constants.HEAD,
              headTarget == null ? found.getOrDefault(Constants.HEAD, "") : headTarget);
          written.addAll(differences(stored, found));
          return write(transaction, current, written);
        }));
    return written;
  }

  @FunctionalInterface
  private interface Comparison {
    Outcome run() throws SQLException, IOException;
  }

  private Outcome notifying(Comparison comparison) throws IOException {
    try {
      Outcome outcome = comparison.run();
      if (outcome == Outcome.WRITTEN) {
        outbox.committed();
      }
      return outcome;
    } catch (SQLException e) {
      throw new IOException("Ref moves found on disk could not be recorded", e);
    }
  }

  private static List<Move> differences(Map<String, String> stored, Map<String, String> found) {
    List<Move> moves = new ArrayList<>();
    Map<String, String> gone = new HashMap<>(stored);
    found.forEach((ref, value) -> {
      String was = gone.remove(ref);
      if (!value.equals(was)) {
        moves.add(new Move(ref, was == null ? NOTHING : was, value));
      }
    });
    gone.forEach((ref, value) -> {
      if (!value.equals(NOTHING)) {
        moves.add(new Move(ref, value, NOTHING));
      }
    });
    return moves;
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
    old.forEach((name, id) -> moves.add(new Move(name, id.name(), NOTHING)));
    if (!before.headTarget().equals(after.headTarget())) {
      moves.add(Move.ofHead(before.headTarget(), after.headTarget()));
    }
    return moves;
  }

  private static String name(@Nullable ObjectId id) {
    return id == null ? NOTHING : id.name();
  }
}
