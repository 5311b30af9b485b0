package org.packhouse.app.upkeep.imports;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;

/** An import; key and name are its target in a bulk import. Its source has no credentials. */
@Value.Builder
public record RepositoryImport(
    long id,
    @Nullable Long repositoryId,
    @Nullable String projectKey,
    @Nullable String name,
    ImportKind kind,
    String source,
    boolean withCredentials,
    ImportState state,
    ImportProgress progress,
    @Nullable ImportProblem problem,
    @Nullable String message,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {}
