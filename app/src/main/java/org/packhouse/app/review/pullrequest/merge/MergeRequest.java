package org.packhouse.app.review.pullrequest.merge;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;

/**
 * The wish to merge a pull request.
 *
 * @param version the one that the merger knows
 * @param strategy null: the usual one
 * @param message null: one that says what was merged
 * @param autoSubject whether a first line that says so is put before the message
 * @param deleteSource whether the source branch goes
 */
public record MergeRequest(
    int version,
    @Nullable MergeStrategy strategy,
    @Nullable String message,
    boolean autoSubject,
    boolean deleteSource) {}
