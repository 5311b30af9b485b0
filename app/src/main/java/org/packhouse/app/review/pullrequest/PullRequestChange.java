package org.packhouse.app.review.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a pull request; null leaves things as they are.
 *
 * @param version the one that the changer knows
 * @param toRef the branch to target instead, by full or short name
 * @param reviewers names of all who shall review it
 */
public record PullRequestChange(
    int version,
    @Nullable String title,
    @Nullable String text,
    @Nullable Boolean draft,
    @Nullable String toRef,
    @Nullable List<String> reviewers) {}
