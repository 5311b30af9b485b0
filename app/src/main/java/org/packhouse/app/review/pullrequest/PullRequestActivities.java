package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.stereotype.Component;

/** Lists the activities of pull requests; checks no permission. */
@Component
public class PullRequestActivities {

  private static final int MAX_LATER = 20;

  private final ActivityRows rows;

  PullRequestActivities(ActivityRows rows) {
    this.rows = rows;
  }

  public record PullRequestActivity(
      Activity activity, long repositoryId, long number, String title) {}

  /** The repositories and single pull requests whose activities a user follows. */
  public record ActivityScope(
      long userId, Collection<Long> repositoryIds, Collection<Long> pullRequestIds) {}

  /**
   * Returns activities since a time, the latest first, in one statement. Edits and withdrawn
   * approvals are left out, and rescopes by pushes to repositories of the scope.
   */
  public List<PullRequestActivity> recent(ActivityScope scope, Instant since, int limit) {
    return scope.repositoryIds().isEmpty() && scope.pullRequestIds().isEmpty()
        ? List.of()
        : rows.recent(scope, since, limit);
  }

  /** Returns activities, the latest first, from {@code last} on; null: from the latest. */
  public Page<Activity> page(PullRequest pullRequest, @Nullable Long last, int limit) {
    PageRequest page = new PageRequest(0, limit);
    return Page.ofOneMore(page, rows.page(pullRequest.id(), last, page));
  }

  public Optional<Long> ofThread(PullRequest pullRequest, long root) {
    OptionalLong found = rows.ofComment(pullRequest.id(), root);
    return found.isPresent() ? Optional.of(found.getAsLong()) : Optional.empty();
  }

  /** Returns the id at which the page with an activity begins; null: the first page has it. */
  public @Nullable Long latestAround(PullRequest pullRequest, long activity, int limit) {
    return rows.after(pullRequest.id(), activity, limit) == null
        ? null
        : rows.after(pullRequest.id(), activity, MAX_LATER);
  }

  /** The id of the latest activity, or 0, and the number of new ones, 100 at most. */
  public record News(long latest, int count) {}

  /**
   * Counts new activities of others, in one statement.
   *
   * @param since id of the last activity that the reader has seen; null: none counts as new
   * @param readerId the user whose own activities do not count; null: anonymous
   */
  public News news(PullRequest pullRequest, @Nullable Long since, @Nullable Long readerId) {
    return rows.news(pullRequest.id(), since, readerId);
  }
}
