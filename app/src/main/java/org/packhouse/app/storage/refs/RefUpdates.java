package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.Refusal;

/**
 * The only way a ref moves: for pushes, merges, web edits and REST. Every {@link
 * org.packhouse.hooks.RefRule} and {@link org.packhouse.hooks.PreReceiveCheck} holds here, unless
 * the cause names the server itself. See the receive path in {@code docs/architecture.md}.
 */
public interface RefUpdates {

  /** The {@linkplain Result#problem problem} of a ref that shall be made and is there. */
  String EXISTS = "reference already exists";

  /** Asks the rules alone, for whoever wants to know before the objects come. */
  RefRuling rule(RefRequest request);

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
  List<Result> apply(Update update, @Nullable Quarantine quarantine) throws IOException;

  /**
   * Moves all refs of the update, or says why not.
   *
   * @throws RefUpdateRefusedException for the first that was not moved
   */
  default void move(Update update, @Nullable Quarantine quarantine) throws IOException {
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
  void setHead(long repositoryId, String branchRefName, Actor actor, InTransaction inTransaction)
      throws IOException;

  /** The same with no rows of the caller's own. */
  default void setHead(long repositoryId, String branchRefName, Actor actor) throws IOException {
    setHead(repositoryId, branchRefName, actor, InTransaction.NOTHING);
  }

  /**
   * The refs that shall move.
   *
   * @param atomic all or nothing
   * @param inTransaction the caller's own rows, written in the transaction that moves the refs; it
   *     gets the changes that happened
   * @param ruling what the rules have said of it; null: they were not asked yet
   */
  record Update(
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
  interface InTransaction {
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
  record Result(RefChange change, @Nullable String problem, @Nullable Refusal refusal) {
    /** Whether the ref moved. */
    public boolean moved() {
      return problem == null;
    }
  }
}
