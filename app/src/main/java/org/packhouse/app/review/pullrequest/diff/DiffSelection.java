package org.packhouse.app.review.pullrequest.diff;

import org.jspecify.annotations.Nullable;

/**
 * The part of a pull request's diff that a REST client selects.
 *
 * @param sinceId null: the merge base
 * @param untilId null: the tip of the source
 * @param diffType {@code EFFECTIVE}, {@code RANGE} or {@code COMMIT}
 * @param changeScope {@code ALL}, {@code RANGE} or {@code UNREVIEWED}
 */
public record DiffSelection(
    @Nullable String sinceId,
    @Nullable String untilId,
    @Nullable String diffType,
    @Nullable String changeScope) {}
