package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.objects.SessionDirectories;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.Refusal;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The only way to move a ref: pushes, merges, web edits and REST. Every {@link
 * org.packhouse.hooks.RefRule} and {@link org.packhouse.hooks.PreReceiveCheck} applies, unless the
 * cause is the server itself.
 *
 * <ol>
 *   <li>Rules and checks.
 *   <li>A pending row is committed: from here on some process will decide the update.
 *   <li>Objects leave quarantine, so that they are on disk before any ref names them.
 *   <li>One transaction locks the version row, compares every ref with its old value, writes the
 *       moves, the next version, the event and the caller's own rows, moves the refs on disk, and
 *       commits. What can fail fails before the first ref moves.
 *   <li>If the commit is not confirmed, {@link Recovery} decides before the caller returns: the
 *       caller's rows are written then, or the refs are moved back.
 * </ol>
 *
 * <p>A process that stalls loses its lock after 15 seconds and may wake up in the middle of its
 * moves. The next holder of the lock has fenced it by then, see {@link RefStaging}.
 */
@Component
public class RefUpdates {

  /** The {@linkplain Result#problem problem} of a ref to be created that exists. */
  public static final String EXISTS = "reference already exists";

  private static final String ATOMIC = "atomic push failure";

  private final RefAdmission admission;
  private final PendingUpdates pending;
  private final RefTransaction transaction;
  private final RepositoryStorage storage;
  private final SessionDirectories directories;
  private final Outbox outbox;
  private final Checkpoint checkpoint;

  RefUpdates(
      RefAdmission admission,
      PendingUpdates pending,
      RefTransaction transaction,
      RepositoryStorage storage,
      SessionDirectories directories,
      Outbox outbox,
      Checkpoint checkpoint) {
    this.admission = admission;
    this.pending = pending;
    this.transaction = transaction;
    this.storage = storage;
    this.directories = directories;
    this.outbox = outbox;
    this.checkpoint = checkpoint;
  }

  /**
   * Ref moves.
   *
   * @param inTransaction the caller's own rows, written in the transaction that moves the refs
   * @param ruling the rules' verdict; null if they were not asked yet
   */
  public record Update(
      RefRequest request, boolean atomic, InTransaction inTransaction, @Nullable RefRuling ruling) {

    public static Update all(RefRequest request) {
      return new Update(request, true, InTransaction.NOTHING, null);
    }

    public static Update each(RefRequest request) {
      return new Update(request, false, InTransaction.NOTHING, null);
    }

    long repositoryId() {
      return request.repository().value();
    }
  }

  /** Work in the transaction that moves the refs, which PostgreSQL ends after 15 idle seconds. */
  @FunctionalInterface
  public interface InTransaction {
    InTransaction NOTHING = moved -> {};

    /**
     * Writes entities or rows of the moves that happen. An exception rolls the transaction back
     * before any ref moves and reaches the caller of {@link RefUpdates#apply}. Called again, in
     * another transaction, if the first did not commit.
     */
    void write(List<RefChange> moved);

    /** Called once if the outcome is unknown, before it is read back, which may take minutes. */
    default void undecided() {}
  }

  /** The problem and refusal are null if the ref moved, the refusal also if no rule forbade it. */
  public record Result(RefChange change, @Nullable String problem, @Nullable Refusal refusal) {
    public boolean moved() {
      return problem == null;
    }
  }

  /** Asks the rules alone, before the objects are sent. */
  public RefRuling rule(RefRequest request) {
    return admission.rule(request);
  }

  /**
   * Moves refs by compare-and-swap and returns one result per change, in the order given. The
   * caller has checked the integrity of quarantined objects.
   *
   * @throws UndecidedUpdateException if the outcome cannot be read
   * @throws IOException if the disk or the database failed and nothing was changed
   */
  public List<Result> apply(Update update, @Nullable Quarantine quarantine) throws IOException {
    Map<String, Refusal> refusals = admission.refusals(update, quarantine);
    checkpoint.reached(Step.CHECKED);
    boolean none = update.atomic() && !refusals.isEmpty();
    RefRequest left = update.request().without(refusals.keySet());
    List<Move> moves = none ? List.of() : left.changes().stream().map(Move::of).toList();
    Map<Move, String> problems = moves.isEmpty() ? Map.of() : apply(update, moves, quarantine);
    return update.request().changes().stream()
        .map(change -> {
          Refusal refusal = refusals.get(change.refName());
          if (refusal != null) {
            return new Result(change, refusal.reason(), refusal);
          }
          return new Result(change, none ? ATOMIC : problems.get(Move.of(change)), null);
        })
        .toList();
  }

  /**
   * Moves all refs.
   *
   * @throws RefUpdateRefusedException for the first ref that was not moved
   */
  public void move(Update update, @Nullable Quarantine quarantine) throws IOException {
    List<Result> results = apply(update, quarantine);
    for (Result result : results) {
      if (result.refusal() != null) {
        throw RefUpdateRefusedException.byCheck(result.refusal());
      }
    }
    for (Result result : results) {
      if (result.problem() != null) {
        throw RefUpdateRefusedException.byRefs(result.change().refName(), result.problem());
      }
    }
  }

  /**
   * Points HEAD at a branch, born or not, raising the ref version. The caller's own rows are
   * written also if HEAD already points there.
   */
  public void setHead(
      long repositoryId, String branchRefName, Actor actor, InTransaction inTransaction)
      throws IOException {
    String from = new RefFiles(storage.directory(repositoryId)).headTarget();
    Move move = Move.ofHead(from, branchRefName);
    RefRequest request = RefRequest.of(repositoryId, actor, RefCause.SET_HEAD, List.of());
    apply(new Update(request, false, inTransaction, null), List.of(move), null);
  }

  public void setHead(long repositoryId, String branchRefName, Actor actor) throws IOException {
    setHead(repositoryId, branchRefName, actor, InTransaction.NOTHING);
  }

  private Map<Move, String> apply(Update update, List<Move> moves, @Nullable Quarantine quarantine)
      throws IOException {
    PendingUpdate begun = pending.begin(update.request(), moves);
    try {
      checkpoint.reached(Step.PENDING_WRITTEN);
      return migrateAndMove(begun, update, quarantine);
    } finally {
      pending.ended(begun);
    }
  }

  private Map<Move, String> migrateAndMove(
      PendingUpdate begun, Update update, @Nullable Quarantine quarantine) throws IOException {
    try {
      if (quarantine != null) {
        quarantine.migrate();
      }
      checkpoint.reached(Step.OBJECTS_MIGRATED);
      RefStaging staging = RefStaging.create(directories, begun);
      Map<Move, String> problems = transaction.run(begun, update, staging);
      checkpoint.reached(Step.COMMITTED);
      outbox.committed();
      staging.close();
      return problems;
    } catch (RefMover.CallersRowsException e) {
      pending.drop(begun);
      throw e.failure();
    } catch (SQLException | DataAccessException | IOException e) {
      return decideFailed(begun, update, e);
    } catch (RuntimeException e) {
      pending.drop(begun);
      throw e;
    }
  }

  private Map<Move, String> decideFailed(PendingUpdate begun, Update update, Exception failure)
      throws IOException {
    try {
      return pending.decideFailed(begun, update.inTransaction(), failure);
    } catch (RefMover.CallersRowsException e) {
      revert(begun, update);
      throw e.failure();
    }
  }

  /** Moves refs back that moved without their caller's rows, unless they have moved on. */
  private void revert(PendingUpdate begun, Update update) throws IOException {
    List<Move> back =
        pending.decideWithoutRows(begun).reversed().stream()
            .map(move -> new Move(move.ref(), move.to(), move.from()))
            .toList();
    if (!back.isEmpty()) {
      apply(new Update(update.request(), false, InTransaction.NOTHING, null), back, null);
    }
  }
}
