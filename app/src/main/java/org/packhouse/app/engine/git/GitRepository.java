package org.packhouse.app.engine.git;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Work;

/**
 * A repository that a caller was let into for one service.
 *
 * @param refVersion the ref version read with the permission, in the same statement
 */
public record GitRepository(
    Repository repository, Caller caller, GitService service, long refVersion) {

  /** Asks for the right to do work for the caller. */
  public TicketRequest ticket(Work work) {
    return TicketRequest.of(work, TicketRequest.Target.repository(repository.id()), caller.name());
  }
}
