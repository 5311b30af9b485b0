package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.platform.node.LoggedRequest;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.objects.SessionFolders;
import org.packhouse.app.storage.refs.RefRows.Locked;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
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
 *   <li>If it is not known that it has committed, {@link Recovery} decides before the caller hears.
 * </ol>
 *
 * <p>A process that stands still loses its lock after 15 seconds and may wake up in the middle of
 * its moves. Whoever got the lock has stopped it by then: see {@link RefStaging}.
 */
@Component
public class RefUpdates {

  /** The {@linkplain Result#problem problem} of a ref that shall be made and is there. */
  public static final String EXISTS = "reference already exists";

  private static final Logger LOG = LoggerFactory.getLogger(RefUpdates.class);
  private static final int TRIES = 4;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);

  private static final String ATOMIC = "atomic push failure";

  private final RefAdmission admission;
  private final RefMovePool pool;
  private final RefRows rows;
  private final RefMover mover;
  private final Recovery recovery;
  private final SessionFolders folders;
  private final Surroundings surroundings;
  private final Set<UUID> running = ConcurrentHashMap.newKeySet();

  RefUpdates(
      RefAdmission admission,
      RefMovePool pool,
      RefRows rows,
      RefMover mover,
      Recovery recovery,
      SessionFolders folders,
      Surroundings surroundings) {
    this.admission = admission;
    this.pool = pool;
    this.rows = rows;
    this.mover = mover;
    this.recovery = recovery;
    this.folders = folders;
    this.surroundings = surroundings;
  }

  /** What an update touches besides rows and refs. */
  @Component
  record Surroundings(
      NodeSessions sessions, RepositoryStorage storage, Outbox outbox, Checkpoint checkpoint) {}

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
     * to the caller of {@link RefUpdates#apply}.
     *
     * @param moved the changes that happen
     */
    void write(List<RefChange> moved);
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
   * @throws IOException if nothing was changed because of the disk or the database
   */
  public List<Result> apply(Update update, @Nullable Quarantine quarantine) throws IOException {
    Map<String, Refusal> refusals = admission.refusals(update, quarantine);
    surroundings.checkpoint().reached(Step.CHECKED);
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

  private Map<Move, String> apply(Update update, List<Move> moves, @Nullable Quarantine quarantine)
      throws IOException {
    RefRequest request = update.request();
    return apply(
        pending(update.repositoryId(), request.actor(), request.cause(), moves),
        update,
        quarantine);
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
    String from = new RefFiles(surroundings.storage().folder(repositoryId)).headTarget();
    Move move = Move.ofHead(from, branchRefName);
    RefRequest request = RefRequest.of(repositoryId, actor, RefCause.SET_HEAD, List.of());
    apply(new Update(request, false, inTransaction, null), List.of(move), null);
  }

  /** The same with no rows of the caller's own. */
  public void setHead(long repositoryId, String branchRefName, Actor actor) throws IOException {
    setHead(repositoryId, branchRefName, actor, InTransaction.NOTHING);
  }

  private PendingUpdate pending(long repositoryId, Actor actor, RefCause cause, List<Move> moves) {
    UUID session = surroundings.sessions().current();
    return new PendingUpdate(
        UUID.randomUUID(),
        repositoryId,
        session,
        cause.text(),
        actor,
        MDC.get(LoggedRequest.MDC_KEY),
        moves);
  }

  /** Updates of this process that are being worked on. */
  Set<UUID> running() {
    return running;
  }

  private Map<Move, String> apply(
      PendingUpdate pending, Update update, @Nullable Quarantine quarantine) throws IOException {
    running.add(pending.id());
    try {
      insertPending(pending);
      surroundings.checkpoint().reached(Step.PENDING_WRITTEN);
      return migrateAndMove(pending, update, quarantine);
    } finally {
      running.remove(pending.id());
    }
  }

  private void insertPending(PendingUpdate pending) throws IOException {
    try {
      rows.insertPending(pool.statements(), pending);
    } catch (DataAccessException e) {
      throw new IOException("The push could not be recorded: " + e.getMessage(), e);
    }
  }

  private Map<Move, String> migrateAndMove(
      PendingUpdate pending, Update update, @Nullable Quarantine quarantine) throws IOException {
    try {
      if (quarantine != null) {
        quarantine.migrate();
      }
      surroundings.checkpoint().reached(Step.OBJECTS_MIGRATED);
      RefStaging staging = RefStaging.create(folders, pending);
      Map<Move, String> problems =
          pool.<Map<Move, String>, IOException>transaction(transaction -> {
            Optional<Locked> locked = rows.lock(transaction, pending.repositoryId());
            staging.beginMoving();
            List<PendingUpdate> all = rows.pendingIn(transaction, pending.repositoryId());
            String refusal = refusal(locked, all, pending);
            rows.deletePending(transaction, pending.id());
            if (refusal != null || locked.isEmpty()) {
              return all(pending, refusal == null ? "" : refusal);
            }
            Locked current = recovery.decideStopped(transaction, locked.get(), all, pending.id());
            Map<Move, String> found =
                mover.move(
                    transaction,
                    current,
                    pending,
                    update.atomic(),
                    update.inTransaction(),
                    staging);
            surroundings.checkpoint().reached(Step.REFS_MOVED);
            return found;
          });
      surroundings.checkpoint().reached(Step.COMMITTED);
      surroundings.outbox().committed();
      staging.close();
      return problems;
    } catch (RefMover.CallersRowsException e) {
      drop(pending);
      throw e.failure();
    } catch (SQLException | DataAccessException | IOException e) {
      return decideFailed(pending, e);
    } catch (RuntimeException e) {
      drop(pending);
      throw e;
    }
  }

  private static @Nullable String refusal(
      Optional<Locked> locked, List<PendingUpdate> all, PendingUpdate own) throws IOException {
    if (locked.isEmpty() || locked.get().trashed()) {
      return "the repository was deleted meanwhile";
    }
    if (all.stream().noneMatch(other -> other.id().equals(own.id()))) {
      throw new IOException("The update was decided by another process");
    }
    return locked.get().archived() ? "the repository is archived and read-only" : null;
  }

  private static Map<Move, String> all(PendingUpdate update, String problem) {
    return update.changes().stream()
        .distinct()
        .collect(Collectors.toMap(move -> move, move -> problem));
  }

  /** The caller's own rows have failed, before any ref moved. */
  private void drop(PendingUpdate pending) throws IOException {
    try {
      recovery.decide(pending);
    } catch (SQLException e) {
      throw new IOException("The push is not undone yet", e);
    }
  }

  /** The update has failed somewhere: makes sure of what became of it. */
  private Map<Move, String> decideFailed(PendingUpdate pending, Exception failure)
      throws IOException {
    LOG.warn("Update {} of repository {} failed", pending.id(), pending.repositoryId(), failure);
    for (int tries = 1; ; tries++) {
      try {
        recovery.decide(pending);
        Set<Move> moved = new HashSet<>(rows.movedBy(pool.statements(), pending.id()));
        if (moved.isEmpty()) {
          throw new IOException("The refs could not be moved: " + failure.getMessage(), failure);
        }
        return pending.changes().stream()
            .distinct()
            .filter(move -> !moved.contains(move) && !move.changesNothing())
            .collect(Collectors.toMap(move -> move, move -> "failed to update ref"));
      } catch (SQLException | DataAccessException e) {
        if (tries == TRIES) {
          throw new IOException("What became of the push is not known yet: fetch to see", e);
        }
        pause();
      }
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(BETWEEN_TRIES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while deciding an update", e);
    }
  }
}
