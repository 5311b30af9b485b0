package org.packhouse.app.review.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An edit of a pull request; null leaves a value unchanged.
 *
 * @param version the version that the caller has read
 * @param toRef full or short name of the target branch
 * @param reviewers names of all reviewers after the edit
 */
public record PullRequestEdit(
    int version,
    @Nullable String title,
    @Nullable String text,
    @Nullable Boolean draft,
    @Nullable String toRef,
    @Nullable List<String> reviewers) {}
