package org.packhouse.app.review.pullrequest;

import org.packhouse.app.hosting.repository.Repository;

/** An application event, published inside the transaction that deletes a pull request. */
public record PullRequestDeleted(Repository target, PullRequest pullRequest) {}
