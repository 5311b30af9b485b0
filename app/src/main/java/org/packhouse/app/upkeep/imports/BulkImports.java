package org.packhouse.app.upkeep.imports;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.upkeep.imports.transfer.DirectoryScan;
import org.packhouse.app.upkeep.imports.transfer.LocalDirectories;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports of all repositories in a directory; checks no permission. Each is an import of its own,
 * queued when the bulk import begins, so that it continues after a restart.
 */
@Service
public class BulkImports {

  private final BulkRows rows;
  private final LocalDirectories directories;
  private final Projects projects;
  private final ImportWorkers workers;
  private final ApplicationEventPublisher events;
  private final TransactionTemplate transaction;

  BulkImports(
      BulkRows rows,
      LocalDirectories directories,
      Projects projects,
      ImportWorkers workers,
      ApplicationEventPublisher events,
      PlatformTransactionManager transactions) {
    this.rows = rows;
    this.directories = directories;
    this.projects = projects;
    this.workers = workers;
    this.events = events;
    this.transaction = new TransactionTemplate(transactions);
  }

  /**
   * Starts a bulk import from a directory, absolute or below {@code import.local.root}. Without a
   * project key, each repository goes into the project named like its parent directory.
   */
  public BulkImport start(@Nullable String directory, @Nullable String projectKey, Caller caller) {
    Path real = directories.find("folder", directory);
    if (projectKey != null && projects.findByKey(projectKey).isEmpty()) {
      throw new InvalidFieldException(
          "projectKey", "There is no project " + quote(projectKey) + ".");
    }
    List<DirectoryScan.Found> found =
        DirectoryScan.find(real, String.valueOf(directory), projectKey);
    Long id =
        transaction.execute(status -> {
          events.publishEvent(
              new AuditableChange(
                  "repository.bulk-import-begun",
                  real.toString(),
                  Map.of("repositories", String.valueOf(found.size()))));
          return rows.insert(real.toString(), projectKey, found, caller);
        });
    workers.wake();
    return require(Objects.requireNonNull(id));
  }

  public Page<BulkImport> list(PageRequest page) {
    return rows.list(page);
  }

  public BulkImport require(long id) {
    return rows.find(id)
        .orElseThrow(
            () -> new NoSuchException(Thing.ENTITY, "There is no bulk import " + id + "."));
  }

  /** Returns the repositories; null: in any state. */
  public Page<RepositoryImport> repositories(
      long id, @Nullable ImportState state, PageRequest page) {
    require(id);
    return rows.repositories(id, state, page);
  }

  /** Cancels a bulk import: finished repositories stay, running ones are undone. */
  public BulkImport cancel(long id) {
    require(id);
    List<Long> running = Objects.requireNonNull(transaction.execute(status -> rows.cancel(id)));
    running.forEach(workers::cancel);
    return require(id);
  }

  /** Queues failed and cancelled repositories again. */
  public BulkImport retry(long id) {
    require(id);
    transaction.executeWithoutResult(status -> rows.requeue(id));
    workers.wake();
    return require(id);
  }
}
