package org.packhouse.app.review.pullrequest.diff;

import org.jspecify.annotations.Nullable;

/**
 * The commits of a pull request between which a caller wants to see the difference, as the REST
 * dialect names them.
 *
 * @param sinceId null: the merge base
 * @param untilId null: the latest commit
 * @param diffType {@code EFFECTIVE}, {@code RANGE} or {@code COMMIT}
 * @param changeScope {@code ALL}, {@code RANGE} or {@code UNREVIEWED}
 */
public record DiffSelection(
    @Nullable String sinceId,
    @Nullable String untilId,
    @Nullable String diffType,
    @Nullable String changeScope) {}
