package org.packhouse.app.review.pullrequest;

/** An attempt to open a second pull request of the same branches. */
public final class DuplicatePullRequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient PullRequest existing;

  public DuplicatePullRequestException(PullRequest existing) {
    super("Only one pull request may be open for a given source and target branch.");
    this.existing = existing;
  }

  public PullRequest existing() {
    return existing;
  }
}
