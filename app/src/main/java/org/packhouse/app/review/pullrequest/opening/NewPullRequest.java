package org.packhouse.app.review.pullrequest.opening;

import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest.Description;

/**
 * A pull request to be opened.
 *
 * @param source the repository that has the commits, which its author may read
 * @param fromRef the branch that has them, by full or short name
 * @param target the repository that shall get them
 * @param toRef the branch that shall get them
 * @param reviewers names of users
 */
public record NewPullRequest(
    Repository source,
    String fromRef,
    Repository target,
    String toRef,
    Description about,
    List<String> reviewers) {}
