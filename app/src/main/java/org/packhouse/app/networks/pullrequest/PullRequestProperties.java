package org.packhouse.app.networks.pullrequest;

import java.util.List;
import java.util.Map;

/** Finds further properties of pull requests that REST shows. */
interface PullRequestProperties {

  /** The properties of each, by its id, in one statement for all. */
  Map<Long, Map<String, Object>> of(List<PullRequest> pullRequests);
}
