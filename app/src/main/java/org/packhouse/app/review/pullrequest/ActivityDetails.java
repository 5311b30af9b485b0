package org.packhouse.app.review.pullrequest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The particulars of an activity, as its row keeps them.
 *
 * @param rescope of the branches that moved
 * @param reviewers who were asked to review, or are no more
 * @param commit by which it was merged
 * @param comment what was said
 * @param previous what it was before it was edited
 * @param previousStatus what a reviewer had found of it before
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivityDetails(
    @Nullable Rescope rescope,
    @Nullable Reviewers reviewers,
    @Nullable String commit,
    @Nullable Comment comment,
    @Nullable Previous previous,
    @Nullable ReviewStatus previousStatus) {

  public static final ActivityDetails NONE =
      new ActivityDetails(null, null, null, null, null, null);

  /** Commits, of which the first are named. */
  public record Commits(List<String> ids, int total) {}

  /** Branches before and after they moved. */
  public record Rescope(
      String previousFromHash,
      String fromHash,
      String previousToHash,
      String toHash,
      Commits added,
      Commits removed) {}

  /** Ids of users. */
  public record Reviewers(List<Long> added, List<Long> removed) {}

  /** A comment, and what was done: {@code ADDED}, {@code REPLIED}, {@code EDITED}. */
  public record Comment(long id, String action) {}

  /** Words and target as they were; the commit is where the target was. */
  public record Previous(
      String title, @Nullable String description, String toRef, String toCommit) {}

  public static ActivityDetails of(Rescope rescope) {
    return new ActivityDetails(rescope, null, null, null, null, null);
  }

  public static ActivityDetails of(Reviewers reviewers) {
    return new ActivityDetails(null, reviewers, null, null, null, null);
  }

  static ActivityDetails of(Reviewers reviewers, Previous previous) {
    return new ActivityDetails(null, reviewers, null, null, previous, null);
  }

  public static ActivityDetails merged(@Nullable String commit) {
    return new ActivityDetails(null, null, commit, null, null, null);
  }

  public static ActivityDetails of(Comment comment) {
    return new ActivityDetails(null, null, null, comment, null, null);
  }

  public static ActivityDetails reviewedBefore(ReviewStatus status) {
    return new ActivityDetails(null, null, null, null, null, status);
  }
}
