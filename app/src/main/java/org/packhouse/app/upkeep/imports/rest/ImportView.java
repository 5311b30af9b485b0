package org.packhouse.app.upkeep.imports.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
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
record ImportView(
    long id,
    @Nullable RepositoryView repository,
    ImportKind kind,
    @Nullable String source,
    @JsonUnwrapped Status status,
    @JsonUnwrapped Dates dates) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Status(
      ImportState state, Progress progress, @Nullable Problem problem, @Nullable String message) {

    static Status of(RepositoryImport it) {
      ImportProblem problem = it.outcome().problem();
      String message = it.outcome().message();
      return new Status(
          it.state(),
          Progress.of(it.progress()),
          problem == null ? null : new Problem(problem, message),
          problem == null ? message : null);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Progress(
      ImportPhase phase,
      String title,
      @Nullable Integer percent,
      long objects,
      @Nullable Long totalObjects,
      long bytes) {

    static Progress of(ImportProgress it) {
      return new Progress(
          it.phase(), it.phase().title(), it.percent(), it.done(), it.total(), it.bytes());
    }
  }

  record Problem(ImportProblem code, @Nullable String message) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Dates(Instant createdDate, @Nullable Instant startedDate, @Nullable Instant endedDate) {}

  static ImportView of(
      RepositoryImport it, @Nullable RepositoryView repository, boolean withSource) {
    return new ImportView(
        it.id(),
        repository,
        it.origin().kind(),
        withSource ? it.origin().source() : null,
        Status.of(it),
        new Dates(it.times().createdAt(), it.times().startedAt(), it.times().endedAt()));
  }
}
