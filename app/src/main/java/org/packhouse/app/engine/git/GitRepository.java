package org.packhouse.app.engine.git;

import java.util.OptionalLong;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Work;

/**
 * A repository to which a caller was admitted for one service.
 *
 * @param refVersion read in the same statement as the permission
 */
public record GitRepository(
    Repository repository,
    Caller caller,
    GitService service,
    long refVersion,
    Confirmation confirmation) {

  @FunctionalInterface
  public interface Confirmation {
    OptionalLong ask();
  }

  /**
   * Checks the permission again, between the steps of a conversation and before its effect; returns
   * the ref version of the same statement, or empty if the path is another repository's now.
   */
  public OptionalLong confirm() {
    return confirmation.ask();
  }

  public TicketRequest ticket(Work work) {
    return TicketRequest.of(work, TicketRequest.Target.repository(repository.id()), caller.name())
        .automated(automated());
  }

  /** Returns whether a program is the client, as a rule: the credential is a token. */
  public boolean automated() {
    return switch (caller) {
      case Caller.Anonymous _ -> false;
      case Caller.SignedIn signedIn -> signedIn.limit() != null;
      case Caller.ResourceBound _ -> true;
    };
  }
}
