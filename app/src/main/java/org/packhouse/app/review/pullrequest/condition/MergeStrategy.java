package org.packhouse.app.review.pullrequest.condition;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** A way to merge a pull request, as the dialect names it. */
public enum MergeStrategy {
  /** By a merge commit, always. */
  NO_FF(
      "no-ff",
      "Merge commit",
      "Always create a merge commit: the branch stays visible in the history.",
      "--no-ff"),
  /** By a fast-forward if that is enough. */
  FF(
      "ff",
      "Fast-forward",
      "Move the target if that is enough, else create a merge commit.",
      "--ff"),
  /** By a fast-forward or not at all. */
  FF_ONLY(
      "ff-only",
      "Fast-forward only",
      "Move the target; refuse if it has commits that the source has not.",
      "--ff-only"),
  /** By a merge commit of rebased commits. */
  REBASE_NO_FF(
      "rebase-no-ff",
      "Rebase and merge",
      "Rebase the commits on the target and create a merge commit.",
      "rebase --merge --no-ff"),
  /** By rebased commits. */
  REBASE_FF_ONLY(
      "rebase-ff-only",
      "Rebase and fast-forward",
      "Rebase the commits on the target and move it.",
      "rebase --ff-only"),
  /** By one commit. */
  SQUASH("squash", "Squash", "Make one commit of all on the target.", "--squash"),
  /** By one commit, if the source has all that the target has. */
  SQUASH_FF_ONLY(
      "squash-ff-only",
      "Squash, fast-forward only",
      "Make one commit of all on the target; refuse if it has commits that the source has not.",
      "--squash --ff-only");

  private final String id;
  private final String name;
  private final String description;
  private final String flag;

  MergeStrategy(String id, String name, String description, String flag) {
    this.id = id;
    this.name = name;
    this.description = description;
    this.flag = flag;
  }

  /** The name in REST and in what is stored. */
  @JsonValue
  public String id() {
    return id;
  }

  /** The name that people read. */
  public String displayName() {
    return name;
  }

  /** A sentence that says what it does. */
  public String description() {
    return description;
  }

  /** Whether it makes one commit that stands for all. */
  boolean isSquash() {
    return this == SQUASH || this == SQUASH_FF_ONLY;
  }

  public String flag() {
    return flag;
  }

  /** The strategy of that id. */
  static Optional<MergeStrategy> of(String id) {
    return Arrays.stream(values()).filter(strategy -> strategy.id.equals(id)).findFirst();
  }

  /**
   * The same, of which there must be one.
   *
   * @throws InvalidFieldException if there is none
   */
  @JsonCreator
  public static MergeStrategy require(String id) {
    return of(id)
        .orElseThrow(() ->
            new InvalidFieldException(
                "strategyId",
                "A merge strategy is one of %s, not %s."
                    .formatted(
                        String.join(", ", Arrays.stream(values()).map(MergeStrategy::id).toList()),
                        InvalidFieldException.quote(id))));
  }
}
