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
 * The only way a ref moves: for pushes, merges, web edits and REST. Every {@link
 * org.packhouse.hooks.RefRule} and {@link org.packhouse.hooks.PreReceiveCheck} holds here, unless
 * the cause names the server itself. See the receive path in {@code docs/architecture.md}.
 *
 * <ol>
 *   <li>Rules and checks are asked, unless the server itself moves the ref.
 *   <li>A PENDING row is committed: from here on somebody will decide the update, whatever happens
 *       to this process.
 *   <li>Objects leave quarantine, on disk before any ref may name them.
 *   <li>One transaction locks the repository's version row, compares every ref with its old value,
 *       writes the moves, the next version, the event and the caller's own rows, moves the refs on
 *       disk, and commits. What can fail fails before the first ref moves.
 *   <li>If it is not known that it has committed, {@link Recovery} decides before the caller hears:
 *       the caller's own rows are written then, or the refs are moved back.
 * </ol>
 *
 * <p>A process that stands still loses its lock after 15 seconds and may wake up in the middle of
 * its moves. Whoever got the lock has stopped it by then: see {@link RefStaging}.
 */
@Component
public class RefUpdates {

  /** The {@linkplain Result#problem problem} of a ref that shall be made and is there. */
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
   * The refs that shall move.
   *
   * @param atomic all or nothing
   * @param inTransaction the caller's own rows, written in the transaction that moves the refs; it
   *     gets the changes that happened
   * @param ruling what the rules have said of it; null: they were not asked yet
   */
  public record Update(
      RefRequest request, boolean atomic, InTransaction inTransaction, @Nullable RefRuling ruling) {

    /** Moves of which all happen or none. */
    public static Update all(RefRequest request) {
      return new Update(request, true, InTransaction.NOTHING, null);
    }

    /** Moves of which each happens by itself. */
    public static Update each(RefRequest request) {
      return new Update(request, false, InTransaction.NOTHING, null);
    }

    long repositoryId() {
      return request.repository().value();
    }
  }

  /**
   * Work that joins the transaction that moves the refs: whatever saves an entity or runs a
   * statement in its thread is part of it. It holds the repository's lock, and PostgreSQL ends it
   * when it stands still for 15 seconds.
   */
  @FunctionalInterface
  public interface InTransaction {
    /** Nothing to add. */
    InTransaction NOTHING = moved -> {};

    /**
     * Writes entities or rows; throwing undoes the transaction before any ref has moved, and comes
     * to the caller of {@link RefUpdates#apply}. It is called again, in another transaction, if the
     * first one is not known to be committed and was not.
     *
     * @param moved the changes that happen
     */
    void write(List<RefChange> moved);

    /**
     * Hears, once, that it is not known what has moved, before that is read back. This takes until
     * the database answers, and minutes if it does not.
     */
    default void undecided() {}
  }

  /**
   * The outcome of a change.
   *
   * @param problem why the ref has not moved, in a few words; null: it has
   * @param refusal of the rule or check that forbids it; null: none does
   */
  public record Result(RefChange change, @Nullable String problem, @Nullable Refusal refusal) {
    /** Whether the ref moved. */
    public boolean moved() {
      return problem == null;
    }
  }

  /** Asks the rules alone, for whoever wants to know before the objects come. */
  public RefRuling rule(RefRequest request) {
    return admission.rule(request);
  }

  /**
   * Moves refs by compare-and-swap: asks rules and checks, commits a PENDING row, takes the objects
   * out of quarantine, then in one transaction moves the refs, writes the moves that happened,
   * raises the ref version and writes the outbox events.
   *
   * @param quarantine where new objects wait; null if the change brings none. Whoever filled it
   *     answers for their being whole
   * @return one result per change, in the order given
   * @throws UndecidedUpdateException if it cannot be read what has moved
   * @throws IOException if nothing was changed because of the disk or the database
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
   * Moves all refs of the update, or says why not.
   *
   * @throws RefUpdateRefusedException for the first that was not moved
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
   * Points HEAD at a branch, born or not, raising the ref version.
   *
   * @param inTransaction the caller's own rows, written in the same transaction, also if HEAD is
   *     there already; it gets no changes
   */
  public void setHead(
      long repositoryId, String branchRefName, Actor actor, InTransaction inTransaction)
      throws IOException {
    String from = new RefFiles(storage.directory(repositoryId)).headTarget();
    Move move = Move.ofHead(from, branchRefName);
    RefRequest request = RefRequest.of(repositoryId, actor, RefCause.SET_HEAD, List.of());
    apply(new Update(request, false, inTransaction, null), List.of(move), null);
  }

  /** The same with no rows of the caller's own. */
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
      takeBack(begun, update);
      throw e.failure();
    }
  }

  /** Moves back what has moved without the rows that belong to it, if nobody has moved it on. */
  private void takeBack(PendingUpdate begun, Update update) throws IOException {
    List<Move> back =
        pending.decideWithoutRows(begun).reversed().stream()
            .map(move -> new Move(move.ref(), move.to(), move.from()))
            .toList();
    if (!back.isEmpty()) {
      apply(new Update(update.request(), false, InTransaction.NOTHING, null), back, null);
    }
  }
}
