package org.packhouse.app.networks.pullrequest;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
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
   * An activity, with the pull request that it happened to.
   *
   * @param repositoryId of the repository that it targets
   */
  public record PullRequestActivity(
      Activity activity, long repositoryId, long number, String title) {}

  /**
   * Of what somebody wants to hear.
   *
   * @param repositoryIds repositories, of all of whose pull requests
   * @param pullRequestIds single ones, by their ids among all
   */
  public record LatelyWanted(
      long userId, Collection<Long> repositoryIds, Collection<Long> pullRequestIds) {}

  /**
   * What happened to pull requests since then, the latest first, in one statement. Edits and what
   * was taken back are left out, as are pushes to repositories that are asked for as a whole.
   */
  public List<PullRequestActivity> lately(LatelyWanted wanted, Instant since, int limit) {
    return wanted.repositoryIds().isEmpty() && wanted.pullRequestIds().isEmpty()
        ? List.of()
        : rows.lately(wanted, since, limit);
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
