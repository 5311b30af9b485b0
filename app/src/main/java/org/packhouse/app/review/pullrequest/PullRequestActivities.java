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

/** Lists what has happened to pull requests; asks no permission. */
@Component
public class PullRequestActivities {

  private static final int LATER = 20;

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
   * News of a pull request.
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
