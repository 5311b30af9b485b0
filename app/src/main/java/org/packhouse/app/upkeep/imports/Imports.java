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
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.upkeep.imports.transfer.Credentials;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports of single repositories, in the background; checks no permission. An import with
 * credentials runs in this process, others on any node.
 */
@Service
public class Imports {

  private final ImportRows rows;
  private final CredentialMemory credentials;
  private final ImportWorkers workers;
  private final NewImports newImports;
  private final NodeSessions sessions;
  private final RepositoryCreation creation;
  private final TransactionTemplate transaction;

  Imports(
      ImportRows rows,
      CredentialMemory credentials,
      ImportWorkers workers,
      NewImports newImports,
      NodeSessions sessions,
      RepositoryCreation creation,
      PlatformTransactionManager transactions) {
    this.rows = rows;
    this.credentials = credentials;
    this.workers = workers;
    this.newImports = newImports;
    this.sessions = sessions;
    this.creation = creation;
    this.transaction = new TransactionTemplate(transactions);
  }

  /** Creates a repository, {@link RepositoryState#INITIALISING} until its import has ended. */
  public Repository start(NewImport wanted, Caller caller) {
    NewImports.Source source = newImports.source(wanted);
    UUID holder = source.credentials() == null ? null : sessions.current();
    NewImports.Begun begun =
        Objects.requireNonNull(
            transaction.execute(status -> {
              NewImports.Begun inserted = newImports.insert(wanted, source, holder, caller);
              // Before anybody can take it.
              keep(inserted.importId(), source.credentials());
              return inserted;
            }));
    newImports.makeDirectory(begun.repository());
    workers.wake();
    return begun.repository();
  }

  public boolean anyDone() {
    return rows.anyDone();
  }

  public Optional<RepositoryImport> find(long repositoryId) {
    return rows.find(repositoryId);
  }

  /**
   * Cancels an import, unless it has ended: its git command is killed, what it brought is removed.
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

  /** Queues a failed or cancelled import again, with credentials, which were not kept. */
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
            newImports.tell("repository.import-retried", repository, present.origin().source());
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
