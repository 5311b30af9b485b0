package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Brings a ref snapshot up to date from the ref moves recorded in PostgreSQL: one statement instead
 * of a stat of every loose ref.
 */
@Component
public class MoveReplay {

  /** With more versions or moves than this, reading the disk is about as fast. */
  private static final int MAX_COUNT = 1000;

  private final JdbcClient sql;
  private final RepositoryDirectories directories;

  MoveReplay(JdbcClient sql, RepositoryDirectories directories) {
    this.sql = sql;
    this.directories = directories;
  }

  private record VersionedMove(long version, Move move) {}

  /** Returns empty if the disk must be read: the moves are pruned, too many, or do not match. */
  Optional<RefSnapshot> after(long repositoryId, RefSnapshot known, long version)
      throws IOException {
    if (version - known.version() > MAX_COUNT) {
      return Optional.empty();
    }
    List<VersionedMove> moves = movesSince(repositoryId, known.version());
    if (moves.isEmpty()
        || moves.size() > MAX_COUNT
        || !isComplete(moves, known.version(), version)) {
      return Optional.empty();
    }
    try (Peeling peeling = new Peeling(directories, repositoryId)) {
      Replayed replayed = new Replayed(known, peeling);
      for (VersionedMove each : moves) {
        if (!replayed.apply(each.move())) {
          return Optional.empty();
        }
      }
      return Optional.of(replayed.at(moves.getLast().version()));
    }
  }

  private List<VersionedMove> movesSince(long repositoryId, long version) {
    return sql.sql(
            """
            select ref_version, ref_name, old_value, new_value from ref_move
             where repository_id = ? and ref_version > ?
             order by ref_version, ordinal limit ?
            """)
        .params(repositoryId, version, MAX_COUNT + 1)
        .query((row, _) ->
            new VersionedMove(
                row.getLong(1), new Move(row.getString(2), row.getString(3), row.getString(4))))
        .list();
  }

  /** Returns whether no version is missing: old moves are pruned. */
  private static boolean isComplete(List<VersionedMove> moves, long from, long to) {
    long reached = from;
    for (VersionedMove each : moves) {
      if (each.version() > reached + 1) {
        return false;
      }
      reached = each.version();
    }
    return reached >= to;
  }

  private static final class Replayed {

    private final RefSnapshot before;
    private final Peeling peeling;
    private String headTarget;
    private @Nullable List<Entry> refs;
    private @Nullable List<Entry> pullRequests;

    Replayed(RefSnapshot before, Peeling peeling) {
      this.before = before;
      this.peeling = peeling;
      this.headTarget = before.headTarget();
    }

    /** Returns false if the ref has neither the old nor the new value of the move. */
    boolean apply(Move move) throws IOException {
      if (move.isHead()) {
        boolean fits = headTarget.equals(move.from()) || headTarget.equals(move.to());
        headTarget = move.to();
        return fits;
      }
      if (move.ref().startsWith(RefNames.PULL_REQUESTS)) {
        pullRequests = pullRequests == null ? new ArrayList<>(before.pullRequests()) : pullRequests;
        return apply(move, pullRequests);
      }
      if (!RefNames.isAdvertised(move.ref())) {
        return true;
      }
      refs = refs == null ? new ArrayList<>(before.refs()) : refs;
      return apply(move, refs);
    }

    private boolean apply(Move move, List<Entry> entries) throws IOException {
      int place = RefSnapshot.firstFrom(entries, move.ref());
      Entry present =
          place < entries.size() && entries.get(place).name().equals(move.ref())
              ? entries.get(place)
              : null;
      String now = present == null ? ObjectId.zeroId().name() : present.hash();
      if (now.equals(move.to())) {
        return true;
      }
      if (!now.equals(move.from())) {
        return false;
      }
      if (move.isDelete()) {
        entries.remove(place);
      } else if (present == null) {
        entries.add(place, entry(move));
      } else {
        entries.set(place, entry(move));
      }
      return true;
    }

    private Entry entry(Move move) throws IOException {
      ObjectId id = ObjectId.fromString(move.to());
      boolean branch = move.ref().startsWith(RefNames.HEADS);
      return new Entry(move.ref(), id, branch ? null : peeling.peel(id));
    }

    RefSnapshot at(long version) {
      return new RefSnapshot(
          version,
          headTarget,
          refs == null ? before.refs() : List.copyOf(refs),
          pullRequests == null ? before.pullRequests() : List.copyOf(pullRequests));
    }
  }
}
