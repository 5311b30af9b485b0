package org.packhouse.app.upkeep.imports.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.upkeep.imports.ImportState;
import org.packhouse.app.upkeep.imports.RepositoryImport;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportPhase;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;

/** An import in REST; only administrators of the repository see its source. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
record ImportView(
    long id,
    @Nullable RepositoryView repository,
    ImportKind kind,
    @Nullable String source,
    ImportState state,
    Progress progress,
    @Nullable Problem problem,
    @Nullable String message,
    Instant createdDate,
    @Nullable Instant startedDate,
    @Nullable Instant endedDate) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Progress(
      ImportPhase phase,
      String title,
      @Nullable Integer percent,
      long objects,
      @Nullable Long totalObjects,
      long bytes) {}

  record Problem(ImportProblem code, @Nullable String message) {}

  static ImportView of(
      RepositoryImport it, @Nullable RepositoryView repository, boolean withSource) {
    ImportProgress progress = it.progress();
    ImportProblem problem = it.problem();
    return new ImportViewBuilder()
        .id(it.id())
        .repository(repository)
        .kind(it.kind())
        .source(withSource ? it.source() : null)
        .state(it.state())
        .progress(
            new Progress(
                progress.phase(),
                progress.phase().title(),
                progress.percent(),
                progress.done(),
                progress.total(),
                progress.bytes()))
        .problem(problem == null ? null : new Problem(problem, it.message()))
        .message(problem == null ? it.message() : null)
        .createdDate(it.createdAt())
        .startedDate(it.startedAt())
        .endedDate(it.endedAt())
        .build();
  }
}
