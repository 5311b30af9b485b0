package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The only way a ref moves: for pushes, merges, web edits and REST. See the receive path in {@code
 * docs/architecture.md}.
 */
public interface RefUpdates {

  /** The {@linkplain Result#problem problem} of a ref that shall be made and is there. */
  String EXISTS = "reference already exists";

  /**
   * Moves refs by compare-and-swap: commits a PENDING row, takes the objects out of quarantine,
   * then in one transaction moves the refs, writes the moves that happened, raises the ref version
   * and writes the outbox events.
   *
   * @param quarantine where new objects wait; null if the change brings none
   * @return one result per change, in the order given
   * @throws IOException if nothing was changed because of the disk or the database
   */
  List<Result> apply(Update update, @Nullable Quarantine quarantine) throws IOException;

  /** Points HEAD at a branch, born or not, raising the ref version. */
  void setHead(long repositoryId, String branchRefName, Actor actor) throws IOException;

  /**
   * What shall move.
   *
   * @param atomic all or nothing
   * @param inTransaction the caller's own rows, written in the transaction that moves the refs; it
   *     gets the changes that happened
   */
  record Update(
      long repositoryId,
      Actor actor,
      String cause,
      List<RefChange> changes,
      boolean atomic,
      InTransaction inTransaction) {}

  /** Work that joins the transaction. */
  @FunctionalInterface
  interface InTransaction {
    /** Nothing to add. */
    InTransaction NOTHING = (transaction, moved) -> {};

    /**
     * Writes rows; throwing undoes the transaction before any ref has moved.
     *
     * @param transaction the one that moves the refs
     * @param moved the changes that happen
     */
    void write(JdbcClient transaction, List<RefChange> moved);
  }

  /** What became of a change. {@code problem} is null if the ref moved. */
  record Result(RefChange change, @Nullable String problem) {
    /** Whether the ref moved. */
    public boolean moved() {
      return problem == null;
    }
  }
}
