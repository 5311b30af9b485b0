package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.storage.objects.StagedRepositories;
import org.packhouse.app.storage.objects.StagedRepositories.StagedRepository;
import org.packhouse.app.upkeep.imports.transfer.ImportCancelledException;
import org.packhouse.app.upkeep.imports.transfer.ImportFailedException;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportMessages;
import org.packhouse.app.upkeep.imports.transfer.ImportPhase;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.RunningImport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Runs one import to its end.
 *
 * <p>Objects and refs arrive in a staged repository, which nobody sees and which falls with the
 * session of this process. Only when all of it is checked is it taken over into the visible
 * repository. So an import that fails, is cancelled or dies with its process leaves nothing behind.
 */
@Component
class Importer {

  private static final Logger LOG = LoggerFactory.getLogger(Importer.class);

  private final ImportTargets targets;
  private final StagedRepositories stagedRepositories;
  private final ImportSources sources;
  private final SpaceLimits limits;
  private final TakeOver takeOver;
  private final RepositorySizes sizes;
  private final JobRows rows;

  Importer(
      ImportTargets targets,
      StagedRepositories stagedRepositories,
      ImportSources sources,
      SpaceLimits limits,
      TakeOver takeOver,
      RepositorySizes sizes,
      JobRows rows) {
    this.targets = targets;
    this.stagedRepositories = stagedRepositories;
    this.sources = sources;
    this.limits = limits;
    this.takeOver = takeOver;
    this.sizes = sizes;
    this.rows = rows;
  }

  void run(RunningImport running) {
    ImportJob job = running.job();
    try {
      Repository repository = targets.prepare(job);
      String note = fill(running, repository);
      sizes.measure(repository.id());
      if (targets.complete(job, repository, note)) {
        LOG.info("Imported {} from {}", repository.path(), job.origin().source());
      }
    } catch (ImportCancelledException e) {
      cancelled(running);
    } catch (ImportFailedException e) {
      refused(job, e);
    } catch (IOException | RuntimeException e) {
      failed(running, e);
    }
  }

  private @Nullable String fill(RunningImport running, Repository repository)
      throws IOException, ImportFailedException, ImportCancelledException {
    ImportJob job = running.job();
    try (StagedRepository staged = stagedRepositories.create(job.session(), repository.id())) {
      Path objects = staged.objectDirectory();
      running.fill(limits.spaceFor(repository, objects));
      limits.check(running);
      String head = sources.fill(running, repository.id(), staged);
      limits.check(running);
      running.check();
      running.enter(ImportPhase.SAVING);
      if (rows.report(job, running.progress()) != JobRows.Standing.MINE) {
        throw new ImportCancelledException();
      }
      return takeOver.take(job, repository.id(), staged, head);
    }
  }

  private void cancelled(RunningImport running) {
    if (running.isReleased()) {
      rows.giveBack(running.job());
    } else {
      giveUp(running.job(), ImportState.CANCELLED, null, null);
    }
  }

  private void refused(ImportJob job, ImportFailedException reason) {
    if (reason.problem() == ImportProblem.PLACE && rows.wasDoneBefore(job)) {
      giveUp(job, ImportState.SKIPPED, null, "It was imported from this directory before.");
    } else {
      giveUp(job, ImportState.FAILED, reason.problem(), reason.getMessage());
    }
  }

  private void failed(RunningImport running, Exception failure) {
    ImportJob job = running.job();
    if (running.isReleased()) {
      rows.giveBack(job);
      return;
    }
    LOG.error("Import {} from {} failed", job.id(), job.origin().source(), failure);
    boolean full = String.valueOf(failure.getMessage()).contains("No space left");
    giveUp(
        job,
        ImportState.FAILED,
        full ? ImportProblem.DISK_FULL : ImportProblem.INTERNAL,
        full ? ImportMessages.DISK_FULL : "This server failed; its log tells more.");
  }

  private void giveUp(
      ImportJob job, ImportState state, @Nullable ImportProblem problem, @Nullable String message) {
    try {
      targets.giveUp(job, state, problem, message);
    } catch (IOException | RuntimeException e) {
      // Left as running: ImportWorkers gives back what nobody works on.
      LOG.error("The remains of import {} could not be removed", job.id(), e);
    }
  }
}
