package org.packhouse.app.review.pullrequest.merge;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;

/**
 * A request to merge a pull request.
 *
 * @param version the version that the caller has read
 * @param strategy null: the default one
 * @param message null: the default message
 * @param autoSubject whether the default subject is put before the message
 * @param deleteSource whether to delete the source branch
 */
public record MergeRequest(
    int version,
    @Nullable MergeStrategy strategy,
    @Nullable String message,
    boolean autoSubject,
    boolean deleteSource) {}
