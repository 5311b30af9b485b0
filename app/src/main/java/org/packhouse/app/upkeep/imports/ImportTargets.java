package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.upkeep.imports.transfer.ImportCancelledException;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportJob.Target;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Creates the repositories that imports fill, and sets their state when an import ends. */
@Component
class ImportTargets {

  private final Repositories repositories;
  private final Projects projects;
  private final RepositoryCreation creation;
  private final RepositoryTrash trash;
  private final TargetDirectories directories;
  private final JobRows rows;
  private final TransactionTemplate transaction;

  ImportTargets(
      Repositories repositories,
      Projects projects,
      RepositoryCreation creation,
      RepositoryTrash trash,
      TargetDirectories directories,
      JobRows rows,
      PlatformTransactionManager transactions) {
    this.repositories = repositories;
    this.projects = projects;
    this.creation = creation;
    this.trash = trash;
    this.directories = directories;
    this.rows = rows;
    this.transaction = new TransactionTemplate(transactions);
  }

  Repository prepare(ImportJob job)
      throws IOException, ImportFailedException, ImportCancelledException {
    Long id = job.repositoryId();
    Target target = job.target();
    Repository repository =
        id != null || target == null
            ? repositories.findById(id == null ? 0 : id).orElse(null)
            : make(job, target);
    if (repository == null) {
      // Deleted, or this process has lost the import.
      throw new ImportCancelledException();
    }
    directories.create(repository.id());
    return repository;
  }

  private @Nullable Repository make(ImportJob job, Target target) throws ImportFailedException {
    Project project =
        projects
            .findByKey(target.projectKey())
            .orElseThrow(() ->
                new ImportFailedException(
                    ImportProblem.PLACE, "There is no project " + target.projectKey() + "."));
    try {
      return transaction.execute(status -> {
        Repository begun = creation.begin(project, NewRepository.named(target.name()), null, null);
        if (!rows.setRepository(job, begun.id())) {
          status.setRollbackOnly();
          return null;
        }
        return begun;
      });
    } catch (RefusedException e) {
      throw new ImportFailedException(ImportProblem.PLACE, String.valueOf(e.getMessage()));
    }
  }

  /** Completes an import; returns false if another process has it now. */
  boolean complete(ImportJob job, Repository repository, @Nullable String note) {
    return Boolean.TRUE.equals(
        transaction.execute(status -> {
          boolean mine = rows.end(job, ImportState.DONE, null, note);
          if (mine) {
            creation.become(repository, RepositoryState.AVAILABLE);
          }
          return mine;
        }));
  }

  /** Removes what an unsuccessful import brought, and the repository if of a bulk import. */
  void giveUp(
      ImportJob job, ImportState state, @Nullable ImportProblem problem, @Nullable String message)
      throws IOException {
    Long id = repositoryOf(job);
    boolean bulk = job.target() != null;
    if (id != null && !bulk && rows.isMine(job)) {
      directories.clear(id);
    }
    Boolean mine =
        transaction.execute(status -> {
          if (bulk && id != null) {
            rows.setRepository(job, null);
          }
          if (!rows.end(job, state, problem, message)) {
            return false;
          }
          if (id != null) {
            repositories
                .findById(id)
                .ifPresent(it -> creation.become(it, RepositoryState.INITIALISATION_FAILED));
            if (bulk) {
              trash.trash(id, null);
            }
          }
          return true;
        });
    if (Boolean.TRUE.equals(mine) && id != null && bulk) {
      trash.purge(id);
    }
  }

  private @Nullable Long repositoryOf(ImportJob job) {
    Long given = job.repositoryId();
    return given != null ? given : rows.repositoryOf(job.id());
  }
}
