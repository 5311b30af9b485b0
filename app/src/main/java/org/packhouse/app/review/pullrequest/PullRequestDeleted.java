package org.packhouse.app.review.pullrequest;

import org.packhouse.app.hosting.repository.Repository;

/** An application event, published inside the transaction that removes a pull request, before. */
public record PullRequestDeleted(Repository target, PullRequest pullRequest) {}
