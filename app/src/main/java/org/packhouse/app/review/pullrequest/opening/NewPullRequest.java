package org.packhouse.app.review.pullrequest.opening;

import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest.Description;

/**
 * A pull request to be opened.
 *
 * @param source the source repository, which the author may read
 * @param fromRef full or short name of the source branch
 * @param toRef full or short name of the target branch
 * @param reviewers names of users
 */
public record NewPullRequest(
    Repository source,
    String fromRef,
    Repository target,
    String toRef,
    Description about,
    List<String> reviewers) {}
