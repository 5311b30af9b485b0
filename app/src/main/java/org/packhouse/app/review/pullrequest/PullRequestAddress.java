package org.packhouse.app.review.pullrequest;

/** Addresses of the pages of pull requests. */
public final class PullRequestAddress {

  private PullRequestAddress() {}

  /** Where people see a pull request. */
  public static String of(String baseUrl, String projectKey, String slug, long number) {
    return "%s/projects/%s/repos/%s/pull-requests/%d".formatted(baseUrl, projectKey, slug, number);
  }
}
