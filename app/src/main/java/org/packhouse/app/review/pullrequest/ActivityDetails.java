package org.packhouse.app.review.pullrequest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The details of an activity, stored as JSON; {@code commit} is the commit of a merge. */
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

  /** Commits, the first of which are listed. */
  public record Commits(List<String> ids, int total) {}

  public record Rescope(
      String previousFromHash,
      String fromHash,
      String previousToHash,
      String toHash,
      Commits added,
      Commits removed) {}

  public record Reviewers(List<Long> added, List<Long> removed) {}

  /** A comment; the action is {@code ADDED}, {@code REPLIED} or {@code EDITED}. */
  public record Comment(long id, String action) {}

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
