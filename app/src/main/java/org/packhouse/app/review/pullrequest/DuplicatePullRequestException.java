package org.packhouse.app.review.pullrequest;

/** A pull request of the same branches is open. */
public final class DuplicatePullRequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient PullRequest existing;

  public DuplicatePullRequestException(PullRequest existing) {
    super("Only one pull request may be open for a given source and target branch.");
    this.existing = existing;
  }

  /** The one that is open. */
  public PullRequest existing() {
    return existing;
  }
}
