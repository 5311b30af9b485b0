package org.packhouse.app.review.pullrequest.trial;

import java.util.List;
import java.util.Map;
import org.packhouse.app.review.pullrequest.PullRequest;

/** Contributes to the {@code properties} of pull requests in REST responses. */
public interface PullRequestProperties {

  /** Returns properties by the ids of the pull requests, in one statement. */
  Map<Long, Map<String, Object>> of(List<PullRequest> pullRequests);
}
