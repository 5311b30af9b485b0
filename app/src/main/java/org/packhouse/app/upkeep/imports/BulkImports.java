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
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.upkeep.imports.transfer.DirectoryScan;
import org.packhouse.app.upkeep.imports.transfer.LocalDirectories;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports of all repositories in a directory of this server; asks no permission. All that shall
 * come is written down when it begins, and each repository is an import of its own: so it goes on
 * where it was when a server was stopped.
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
   * Begins.
   *
   * @param directory absolute, or below {@code import.local.root}
   * @param projectKey where the repositories go; null: each into the project whose key its parent
   *     directory is called
   * @throws InvalidFieldException if the directory may not be imported from or has no repository,
   *     or there is no such project
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

  /** All, the latest first. */
  public Page<BulkImport> list(PageRequest page) {
    return rows.list(page);
  }

  /**
   * One.
   *
   * @throws RefusedException if there is none
   */
  public BulkImport require(long id) {
    return rows.find(id)
        .orElseThrow(
            () -> new NoSuchException(Thing.ENTITY, "There is no bulk import " + id + "."));
  }

  /**
   * What became of its repositories.
   *
   * @param state only those that stand there; null: all
   */
  public Page<RepositoryImport> repositories(
      long id, @Nullable ImportState state, PageRequest page) {
    require(id);
    return rows.repositories(id, state, page);
  }

  /** Stops it: what is done stays, what runs is undone, what waits is left out. */
  public BulkImport cancel(long id) {
    require(id);
    List<Long> running = Objects.requireNonNull(transaction.execute(status -> rows.cancel(id)));
    running.forEach(workers::cancel);
    return require(id);
  }

  /** Tries those again that failed or were cancelled. */
  public BulkImport retry(long id) {
    require(id);
    transaction.executeWithoutResult(status -> rows.requeue(id));
    workers.wake();
    return require(id);
  }
}
