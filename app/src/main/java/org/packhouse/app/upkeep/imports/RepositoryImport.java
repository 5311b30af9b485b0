package org.packhouse.app.upkeep.imports;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportOrigin;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;

/** An import, with its target in a bulk import. */
public record RepositoryImport(
    long id,
    @Nullable Long repositoryId,
    ImportJob.@Nullable Target target,
    ImportOrigin origin,
    ImportProgress progress,
    Outcome outcome,
    Times times) {

  public record Outcome(
      ImportState state, @Nullable ImportProblem problem, @Nullable String message) {}

  public record Times(Instant createdAt, @Nullable Instant startedAt, @Nullable Instant endedAt) {}

  public ImportState state() {
    return outcome.state();
  }
}
