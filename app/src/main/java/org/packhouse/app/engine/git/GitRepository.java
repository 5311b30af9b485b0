package org.packhouse.app.engine.git;

import java.util.OptionalLong;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Work;

/**
 * A repository that a caller was let into for one service.
 *
 * @param refVersion the ref version read with the permission, in the same statement
 * @param confirmation asks again
 */
public record GitRepository(
    Repository repository,
    Caller caller,
    GitService service,
    long refVersion,
    Confirmation confirmation) {

  /** Asks again for what was granted. */
  @FunctionalInterface
  public interface Confirmation {
    /**
     * Throws a {@link RevokedException} if the caller would not be let in now.
     *
     * @return the ref version read in the same statement; empty if the path is another one's now
     */
    OptionalLong ask();
  }

  /**
   * Asks again for what was granted: between the steps of a conversation, and before what it has
   * brought takes effect, anything may have been revoked.
   *
   * @return the ref version read in the same statement; empty if the path is another one's now
   * @throws RevokedException if the caller would not be let in now
   */
  public OptionalLong confirm() {
    return confirmation.ask();
  }

  /** Asks for the right to do work for the caller. */
  public TicketRequest ticket(Work work) {
    return TicketRequest.of(work, TicketRequest.Target.repository(repository.id()), caller.name())
        .automated(automated());
  }

  /** Whether a program asks: whoever shows a token does, as a rule. */
  public boolean automated() {
    return switch (caller) {
      case Caller.Anonymous _ -> false;
      case Caller.SignedIn signedIn -> signedIn.limit() != null;
      case Caller.ResourceBound _ -> true;
    };
  }
}
