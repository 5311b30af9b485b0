package org.packhouse.app.platform.node;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.NodeSessions.SessionCleanup;
import org.packhouse.app.platform.node.SessionRows.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionTemplate;

/** Ends the sessions of dead processes, with their claims and files. */
final class DeadSessions {

  private static final Logger LOG = LoggerFactory.getLogger(DeadSessions.class);

  private final SessionRows rows;
  private final TransactionTemplate transaction;
  private final Neighbors neighbors;
  private final ApplicationEventPublisher events;

  DeadSessions(
      SessionRows rows,
      TransactionTemplate transaction,
      Neighbors neighbors,
      ApplicationEventPublisher events) {
    this.rows = rows;
    this.transaction = transaction;
    this.neighbors = neighbors;
    this.events = events;
  }

  /** Ends all but this process's own session; one that cannot be ended is kept for later. */
  void end(UUID own, SessionCleanup cleanup) {
    for (UUID session : rows.dead(own)) {
      try {
        Row ended = transaction.execute(_ -> endLocked(session, cleanup));
        if (ended != null) {
          events.publishEvent(new SessionEnded(session, ended.name()));
        }
      } catch (RuntimeException e) {
        LOG.warn("Dead session {} cannot be cleaned up yet", session, e);
        keep(session);
      }
    }
  }

  private void keep(UUID session) {
    try {
      events.publishEvent(new DeadSessionKept(session));
    } catch (RuntimeException e) {
      LOG.warn("The claims of session {} are released later", session, e);
    }
  }

  /** Returns null if another node was faster, or the session lives again. */
  private @Nullable Row endLocked(UUID session, SessionCleanup cleanup) {
    Optional<Row> stillDead = rows.lockDead(session);
    if (stillDead.isPresent()) {
      cleanup.clearUpAfter(session);
      rows.delete(session);
      try {
        neighbors.forget(stillDead.get());
      } catch (IOException e) {
        LOG.warn("The file of session {} stays in the shared home", session, e);
      }
      LOG.info("Cleaned up after session {}, which ended without doing so", session);
    }
    return stillDead.orElse(null);
  }
}
