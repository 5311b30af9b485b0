package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.Peeling;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.move.RefRows.Locked;
import org.packhouse.app.storage.refs.move.RefUpdates.InTransaction;
import org.packhouse.app.storage.refs.move.RefUpdates.Update;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Moves refs while the repository's version row is locked: checks, rows, then the disk. */
@Component
class RefMover {

  private final RefMovePool pool;
  private final RefRows rows;
  private final RepositoryStorage storage;
  private final RepositoryDirectories directories;
  private final Checkpoint checkpoint;
  private final ForeignSightings sightings;

  RefMover(
      RefMovePool pool,
      RefRows rows,
      RepositoryStorage storage,
      RepositoryDirectories directories,
      Checkpoint checkpoint,
      ForeignSightings sightings) {
    this.pool = pool;
    this.rows = rows;
    this.storage = storage;
    this.directories = directories;
    this.checkpoint = checkpoint;
    this.sightings = sightings;
  }

  /** Returns the reason for each move that does not happen; all others have happened on disk. */
  Map<Move, String> move(
      JdbcClient transaction,
      Locked before,
      Map<String, String> stored,
      PendingUpdate pending,
      Update update,
      RefStaging staging)
      throws IOException {
    Path directory = storage.directory(before.repositoryId());
    try (RefLocks locks = RefLocks.take(directory, pending, staging)) {
      RefFiles files = new RefFiles(directory);
      Checked checked = check(transaction, before, stored, pending, files, locks);
      RefCheck check = checked.check();
      Map<Move, String> problems = checked.problems();
      if (update.atomic() && !problems.isEmpty()) {
        pending.changes().forEach(move -> problems.putIfAbsent(move, "atomic push failure"));
      }
      List<Move> moves = remaining(pending, problems, check, files);
      addHead(files, check, moves, List.of());
      if (moves.isEmpty() && pending.changes().stream().anyMatch(Move::isHead)) {
        // HEAD already points there, but the caller's own rows may be missing.
        write(update.inTransaction(), List.of());
      }
      if (!problems.isEmpty()) {
        locks.keepOnly(moves);
      }
      if (!moves.isEmpty()) {
        rows.writeMoves(transaction, checked.locked(), pending, moves);
        write(update.inTransaction(), moves);
        checkpoint.reached(Step.LOCKED);
        write(files, pending, staging, locks, moves);
      }
      return problems;
    }
  }

  private record Checked(RefCheck check, Map<Move, String> problems, Locked locked) {}

  private Checked check(
      JdbcClient transaction,
      Locked locked,
      Map<String, String> stored,
      PendingUpdate update,
      RefFiles files,
      RefLocks locks)
      throws IOException {
    RefCheck check = new RefCheck(files, stored, locks.holds(files.packedRefs()));
    Map<Move, String> problems = new HashMap<>(check.problems(update.changes()));
    List<Move> standing = sightings.confirmed(locked, check.foreign());
    if (standing.isEmpty()) {
      return new Checked(check, problems, locked);
    }
    rows.writeMoves(
        transaction, locked, sightings.update(locked.repositoryId(), standing), standing);
    Map<String, String> known = new HashMap<>(stored);
    standing.forEach(move -> known.put(move.ref(), move.to()));
    check = new RefCheck(files, known, locks.holds(files.packedRefs()));
    problems = new HashMap<>(check.problems(update.changes()));
    return new Checked(
        check, problems, rows.lock(transaction, locked.repositoryId()).orElseThrow());
  }

  /**
   * Lets the caller write its own rows of the moves, except those of HEAD, in the same transaction;
   * throws a {@link CallersRowsException} if that fails.
   */
  void write(InTransaction joined, List<Move> moves) {
    try {
      joined.write(moves.stream().filter(move -> !move.isHead()).map(Move::toChange).toList());
      pool.flush();
    } catch (RuntimeException e) {
      throw new CallersRowsException(e);
    }
  }

  /** A failure of the caller's own rows, which rolls the transaction back. */
  static final class CallersRowsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final RuntimeException failure;

    CallersRowsException(RuntimeException failure) {
      super(failure);
      this.failure = failure;
    }

    RuntimeException failure() {
      return failure;
    }
  }

  /** Completes an update that began moving. Without its caller's rows it is marked as recovered. */
  void resume(
      JdbcClient transaction,
      Locked locked,
      PendingUpdate update,
      List<Move> happened,
      RefStaging staging,
      @Nullable InTransaction joined)
      throws IOException {
    Path directory = storage.directory(locked.repositoryId());
    Map<String, String> stored = RefRows.stored(transaction, locked.repositoryId());
    try (RefLocks locks = RefLocks.take(directory, update, staging)) {
      RefFiles files = new RefFiles(directory);
      RefCheck check = new RefCheck(files, stored, locks.holds(files.packedRefs()));
      Map<Move, String> problems = check.problems(update.changes());
      List<Move> rest = remaining(update, problems, check, files);
      addHead(files, check, rest, happened);
      if (!problems.isEmpty()) {
        locks.keepOnly(rest);
      }
      List<Move> all = new ArrayList<>(happened);
      all.addAll(rest);
      if (!all.isEmpty()) {
        rows.writeMoves(transaction, locked, update, all);
        if (joined == null) {
          rows.markRecovered(transaction, update.id());
        } else {
          write(joined, all);
        }
        write(files, update, staging, locks, rest);
      }
    }
  }

  private static List<Move> remaining(
      PendingUpdate update, Map<Move, String> problems, RefCheck check, RefFiles files)
      throws IOException {
    List<Move> moves = new ArrayList<>();
    for (Move move : update.changes()) {
      if (!problems.containsKey(move) && !isDone(move, check, files)) {
        moves.add(move);
      }
    }
    return moves;
  }

  /** Returns whether the ref, or HEAD, already has the new value. */
  private static boolean isDone(Move move, RefCheck check, RefFiles files) throws IOException {
    return move.isHead()
        ? files.headTarget().equals(move.to())
        : check.current(move.ref()).name().equals(move.to());
  }

  private void write(
      RefFiles files, PendingUpdate update, RefStaging staging, RefLocks locks, List<Move> moves)
      throws IOException {
    try (Peeling peeling = new Peeling(directories, update.repositoryId())) {
      new RefWriter(files, staging, locks, peeling, checkpoint).write(moves);
    }
  }

  /** Points an unborn HEAD at a new branch: preferably its target, then main or master. */
  private static void addHead(RefFiles files, RefCheck check, List<Move> moves, List<Move> happened)
      throws IOException {
    List<String> born =
        Stream.concat(happened.stream(), moves.stream())
            .filter(move -> move.isAdd() && move.ref().startsWith(RefNames.HEADS))
            .map(Move::ref)
            .toList();
    if (born.isEmpty() || moves.stream().anyMatch(Move::isHead)) {
      return;
    }
    String target = files.headTarget();
    if (check.isAbsent(target) && !born.contains(target)) {
      String next =
          Stream.of("refs/heads/main", "refs/heads/master")
              .filter(born::contains)
              .findFirst()
              .orElse(born.getFirst());
      moves.add(Move.ofHead(target, next));
    }
  }
}
