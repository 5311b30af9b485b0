package org.packhouse.app.review.pullrequest.trial;

import java.util.List;
import java.util.Map;
import org.packhouse.app.review.pullrequest.PullRequest;

/** Finds further properties of pull requests that REST shows. */
public interface PullRequestProperties {

  /** The properties of each, by its id, in one statement for all. */
  Map<Long, Map<String, Object>> of(List<PullRequest> pullRequests);
}
