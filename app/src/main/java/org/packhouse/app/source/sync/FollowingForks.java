package org.packhouse.app.source.sync;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Synchronizes one fork with its origin in the background. */
@Component
class FollowingForks implements OutboxListener {

  static final String MORE_OPEN = "more people may read the fork than its origin";

  private static final Logger LOG = LoggerFactory.getLogger(FollowingForks.class);

  private final Repositories repositories;
  private final Upstreams upstreams;
  private final SyncRows rows;

  private final Synchronization synchronization;

  private final TransactionTemplate transactions;
  private final ApplicationEventPublisher events;

  FollowingForks(
      Repositories repositories,
      Upstreams upstreams,
      SyncRows rows,
      Synchronization synchronization,
      TransactionTemplate transactions,
      ApplicationEventPublisher events) {
    this.repositories = repositories;
    this.upstreams = upstreams;
    this.rows = rows;
    this.synchronization = synchronization;
    this.transactions = transactions;
    this.events = events;
  }

  @Override
  public String name() {
    return "following-forks";
  }

  @Override
  public String type() {
    return OriginMoves.TYPE;
  }

  @Override
  public void deliver(Event event) {
    Repository fork =
        repositories
            .findById(event.repositoryId())
            .filter(it -> it.state() == RepositoryState.AVAILABLE && !it.archived())
            .orElse(null);
    SyncRows.State state = fork == null ? null : rows.find(fork.id());
    if (fork == null || state == null || !state.enabled()) {
      return;
    }
    Repository origin = upstreams.of(fork).orElse(null);
    if (origin != null && mayGoOn(fork, origin, state)) {
      try {
        synchronization.follow(fork, origin, OriginMoves.fromJson(event.payload()));
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot synchronise " + fork.path(), e);
      }
    }
  }

  /** Synchronization acts for the user who enabled it, and reveals nothing hidden. */
  private boolean mayGoOn(Repository fork, Repository origin, SyncRows.State state) {
    if (upstreams.isMoreOpen(fork, origin)) {
      LOG.warn("{} is no longer synchronized with {}: {}", fork.path(), origin.path(), MORE_OPEN);
      transactions.executeWithoutResult(_ -> {
        rows.stop(fork.id(), MORE_OPEN);
        events.publishEvent(
            new AuditableChange(
                "repository.fork-sync-changed",
                fork.path(),
                Map.of("enabled", "false", "because", MORE_OPEN)));
      });
      return false;
    }
    boolean permitted = upstreams.isReader(state.enabledBy(), origin);
    if (!permitted) {
      LOG.info(
          "{} is not synchronized with {}: the user who enabled this may not read the origin",
          fork.path(),
          origin.path());
    }
    return permitted;
  }
}
