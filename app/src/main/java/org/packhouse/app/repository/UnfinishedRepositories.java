package org.packhouse.app.repository;

import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Finishes what a server that died left between row and folder. */
@Component
class UnfinishedRepositories {

  private static final Logger LOG = LoggerFactory.getLogger(UnfinishedRepositories.class);

  /** Longer than making a folder takes by far. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final RepositoryStore store;
  private final RepositoryRows rows;
  private final RepositoryCreation creation;
  private final Clock clock;

  UnfinishedRepositories(
      RepositoryStore store, RepositoryRows rows, RepositoryCreation creation, Clock clock) {
    this.store = store;
    this.rows = rows;
    this.creation = creation;
    this.clock = clock;
  }

  void finish() {
    store
        .findByStateAndCreatedAtBeforeAndTrashedAtIsNull(
            RepositoryState.INITIALISING, clock.instant().minus(PATIENCE))
        .forEach(entity -> rows.findById(entity.id()).ifPresent(this::finish));
  }

  private void finish(Repository repository) {
    creation.finish(repository);
    LOG.info("Finished making {}, which a stopped server had begun", repository.path());
  }
}
