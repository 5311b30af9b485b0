package org.packhouse.app.upkeep.imports;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;

/**
 * An import as it is known to be.
 *
 * @param repositoryId the repository that it fills; null: none is there
 * @param projectKey of a bulk import: the key of the project that the repository goes into
 * @param name of a bulk import: what the repository is called
 * @param source the URL without credentials, or the path of a directory
 * @param withCredentials whether credentials were given; they are not known any more when it has
 *     ended
 * @param problem what it failed of
 * @param message a sentence about how it ended; null: there is nothing to say
 */
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
