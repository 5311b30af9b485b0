package org.packhouse.app.upkeep.imports;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportJobBuilder;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportPhase;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/** A row of {@code repository_import}, by its columns. */
record ImportRow(
    long id,
    int run,
    @Nullable Long repositoryId,
    @Nullable String projectKey,
    @Nullable String name,
    ImportKind kind,
    String source,
    boolean withCredentials,
    @Nullable Long actorId,
    String actorName,
    ImportState state,
    ImportPhase phase,
    @Nullable Integer percent,
    long done,
    @Nullable Long total,
    long bytes,
    @Nullable ImportProblem problem,
    @Nullable String message,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {

  static final RowMapper<ImportRow> MAPPER = new SimplePropertyRowMapper<>(ImportRow.class);

  RepositoryImport repositoryImport() {
    return new RepositoryImportBuilder()
        .id(id)
        .repositoryId(repositoryId)
        .projectKey(projectKey)
        .name(name)
        .kind(kind)
        .source(source)
        .withCredentials(withCredentials)
        .state(state)
        .progress(new ImportProgress(phase, percent, done, total, bytes))
        .problem(problem)
        .message(message)
        .createdAt(createdAt)
        .startedAt(startedAt)
        .endedAt(endedAt)
        .build();
  }

  ImportJob job(UUID session) {
    return new ImportJobBuilder()
        .id(id)
        .run(run)
        .session(session)
        .repositoryId(repositoryId)
        .kind(kind)
        .source(source)
        .withCredentials(withCredentials)
        .actor(new Actor(actorId, actorName))
        .target(projectKey == null || name == null ? null : new ImportJob.Target(projectKey, name))
        .build();
  }
}
