package org.packhouse.app.networks.pullrequest;

/** Addresses of the pages of pull requests. */
final class PullRequestAddress {

  private PullRequestAddress() {}

  /** Where people see a pull request. */
  static String of(String baseUrl, String projectKey, String slug, long number) {
    return "%s/projects/%s/repos/%s/pull-requests/%d".formatted(baseUrl, projectKey, slug, number);
  }
}
