package org.packhouse.app.review.pullrequest;

public final class PullRequestAddress {

  private PullRequestAddress() {}

  public static String of(String baseUrl, String projectKey, String slug, long number) {
    return "%s/projects/%s/repos/%s/pull-requests/%d".formatted(baseUrl, projectKey, slug, number);
  }
}
