package org.packhouse.app.upkeep.imports;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.upkeep.imports.transfer.Credentials;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports of single repositories; asks no permission. An import is done in the background, by this
 * process or, if it needs no credentials, by any other one.
 */
@Service
public class Imports {

  private final ImportRows rows;
  private final CredentialMemory credentials;
  private final ImportWorkers workers;
  private final NewImports beginning;
  private final NodeSessions sessions;
  private final RepositoryCreation creation;
  private final TransactionTemplate transaction;

  Imports(
      ImportRows rows,
      CredentialMemory credentials,
      ImportWorkers workers,
      NewImports beginning,
      NodeSessions sessions,
      RepositoryCreation creation,
      PlatformTransactionManager transactions) {
    this.rows = rows;
    this.credentials = credentials;
    this.workers = workers;
    this.beginning = beginning;
    this.sessions = sessions;
    this.creation = creation;
    this.transaction = new TransactionTemplate(transactions);
  }

  /**
   * Makes a repository and begins to import into it.
   *
   * @return the repository, which is {@link RepositoryState#INITIALISING} until the import has
   *     ended
   * @throws InvalidFieldException if the source may not be imported from, or the name breaks a rule
   * @throws RefusedException if the place is taken
   */
  public Repository start(NewImport wanted, Caller caller) {
    NewImports.Source source = beginning.source(wanted);
    UUID holder = source.credentials() == null ? null : sessions.current();
    NewImports.Begun begun =
        Objects.requireNonNull(
            transaction.execute(status -> {
              NewImports.Begun inserted = beginning.insert(wanted, source, holder, caller);
              // Before anybody can take it.
              keep(inserted.importId(), source.credentials());
              return inserted;
            }));
    beginning.makeDirectory(begun.repository());
    workers.wake();
    return begun.repository();
  }

  /** Whether any import has come to its end. */
  public boolean anyDone() {
    return rows.anyDone();
  }

  /** The import of a repository; empty if it came by no import. */
  public Optional<RepositoryImport> find(long repositoryId) {
    return rows.find(repositoryId);
  }

  /**
   * Stops an import: its git command is killed at once, and what it has brought goes. Does nothing
   * if it has ended.
   *
   * @throws RefusedException if there is none
   */
  public RepositoryImport cancel(Repository repository) {
    RepositoryImport present = require(repository);
    Boolean waited =
        transaction.execute(status -> {
          boolean was = rows.cancel(present.id());
          if (was) {
            creation.become(repository, RepositoryState.INITIALISATION_FAILED);
          }
          return was;
        });
    if (Boolean.TRUE.equals(waited)) {
      credentials.take(present.id());
    }
    workers.cancel(present.id());
    return require(repository);
  }

  /**
   * Tries an import again that has failed or was cancelled.
   *
   * @param given credentials, which must be given again; null: none
   * @throws RefusedException if there is none, 409 if it goes on or has succeeded
   */
  public RepositoryImport retry(Repository repository, @Nullable NewCredentials given) {
    RepositoryImport present = require(repository);
    Credentials checked = given == null ? null : given.check();
    UUID holder = checked == null ? null : sessions.current();
    if (checked != null) {
      credentials.keep(present.id(), checked);
    }
    Boolean again =
        transaction.execute(status -> {
          boolean did = rows.requeue(present.id(), holder);
          if (did) {
            creation.become(repository, RepositoryState.INITIALISING);
            beginning.tell("repository.import-retried", repository, present.source());
          }
          return did;
        });
    if (!Boolean.TRUE.equals(again)) {
      credentials.take(present.id());
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The import of %s is %s: only one that failed or was cancelled can be tried again."
              .formatted(repository.path(), present.state().title().toLowerCase(Locale.ROOT)));
    }
    workers.wake();
    return require(repository);
  }

  private RepositoryImport require(Repository repository) {
    return rows.find(repository.id())
        .orElseThrow(() ->
            new NoSuchException(
                Thing.ENTITY, "The repository " + repository.path() + " was not imported."));
  }

  private void keep(long importId, @Nullable Credentials given) {
    if (given != null) {
      credentials.keep(importId, given);
    }
  }
}
