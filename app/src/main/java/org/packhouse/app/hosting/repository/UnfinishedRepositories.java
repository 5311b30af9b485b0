package org.packhouse.app.hosting.repository;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Finishes repositories whose node died between inserting the row and making the directory. */
@Component
public class UnfinishedRepositories {

  private static final Logger LOG = LoggerFactory.getLogger(UnfinishedRepositories.class);

  /** Far longer than from inserting a row to the start of the work on it. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final RepositoryStore store;
  private final Repositories repositories;
  private final RepositoryCreation creation;
  private final List<RepositoryFilling> fillings;
  private final CreationClaims claims;
  private final Clock clock;

  UnfinishedRepositories(
      @Lazy RepositoryStore store,
      Repositories repositories,
      RepositoryCreation creation,
      List<RepositoryFilling> fillings,
      CreationClaims claims,
      Clock clock) {
    this.store = store;
    this.repositories = repositories;
    this.creation = creation;
    this.fillings = fillings;
    this.claims = claims;
    this.clock = clock;
  }

  void finish() {
    for (RepositoryEntity entity :
        store.findByStateAndTrashedAtIsNull(RepositoryState.INITIALISING)) {
      boolean expired = entity.createdAt().isBefore(clock.instant().minus(PATIENCE));
      if (claims.takeOver(entity.id(), expired)) {
        repositories.findById(entity.id()).ifPresent(this::finish);
      }
    }
  }

  /** Creates a repository again whose creation failed, unless its content cannot be resumed. */
  public Repository retry(Repository failed) {
    try (RepositoryCreation.Work _ = creation.startWork(failed.id())) {
      finish(creation.become(failed, RepositoryState.INITIALISING));
    }
    Repository now = repositories.findById(failed.id()).orElse(failed);
    if (now.state() == RepositoryState.INITIALISING) {
      creation.become(failed, RepositoryState.INITIALISATION_FAILED);
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The repository %s is filled by an import: try that once more.".formatted(failed.path()));
    }
    return now;
  }

  private void finish(Repository repository) {
    for (RepositoryFilling filling : fillings) {
      if (filling.resume(repository)) {
        return;
      }
    }
    creation.finish(repository);
    LOG.info("Finished creating {}, which a dead node had begun", repository.path());
  }
}
