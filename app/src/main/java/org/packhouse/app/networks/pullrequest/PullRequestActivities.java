package org.packhouse.app.networks.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.stereotype.Component;

/** Lists what has happened to pull requests; asks no permission. */
@Component
public class PullRequestActivities {

  private final ActivityRows rows;

  PullRequestActivities(ActivityRows rows) {
    this.rows = rows;
  }

  /**
   * Activities, the latest first.
   *
   * @param last the id of the latest; null: there is none later
   */
  public Page<Activity> page(PullRequest pullRequest, @Nullable Long last, int limit) {
    PageRequest page = new PageRequest(0, limit);
    return Page.ofOneMore(page, rows.page(pullRequest.id(), last, page));
  }
}
