package org.packhouse.app.networks.pullrequest;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.stereotype.Component;

/** Lists what has happened to pull requests; asks no permission. */
@Component
public class PullRequestActivities {

  private static final int LATER = 20;

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

  /** The id of the activity by which a thread was begun; empty if there is none. */
  public Optional<Long> ofThread(PullRequest pullRequest, long root) {
    OptionalLong found = rows.ofComment(pullRequest.id(), root);
    return found.isPresent() ? Optional.of(found.getAsLong()) : Optional.empty();
  }

  /**
   * The latest activity of a page that has a given one, with some that are later.
   *
   * @return null: the page of the latest activities has it
   */
  public @Nullable Long latestAround(PullRequest pullRequest, long activity, int limit) {
    return rows.after(pullRequest.id(), activity, limit) == null
        ? null
        : rows.after(pullRequest.id(), activity, LATER);
  }

  /**
   * What is new of a pull request.
   *
   * @param latest id of the latest activity; 0: there is none
   * @param count of those that came since, at most a hundred
   */
  public record News(long latest, int count) {}

  /**
   * The activities of others since one, in one statement.
   *
   * @param since id of the latest that is known; null: none of what is there is new
   * @param readerId whose own do not count; null: nobody's
   */
  public News news(PullRequest pullRequest, @Nullable Long since, @Nullable Long readerId) {
    return rows.news(pullRequest.id(), since, readerId);
  }
}
