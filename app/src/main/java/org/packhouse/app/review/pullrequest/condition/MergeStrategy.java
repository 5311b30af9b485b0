package org.packhouse.app.review.pullrequest.condition;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** A merge strategy of the REST dialect. */
public enum MergeStrategy {
  NO_FF(
      "no-ff",
      "Merge commit",
      "Always create a merge commit: the branch stays visible in the history.",
      "--no-ff"),
  FF(
      "ff",
      "Fast-forward",
      "Move the target if that is enough, else create a merge commit.",
      "--ff"),
  FF_ONLY(
      "ff-only",
      "Fast-forward only",
      "Move the target; refuse if it has commits that the source has not.",
      "--ff-only"),
  REBASE_NO_FF(
      "rebase-no-ff",
      "Rebase and merge",
      "Rebase the commits on the target and create a merge commit.",
      "rebase --merge --no-ff"),
  REBASE_FF_ONLY(
      "rebase-ff-only",
      "Rebase and fast-forward",
      "Rebase the commits on the target and move it.",
      "rebase --ff-only"),
  SQUASH("squash", "Squash", "Make one commit of all on the target.", "--squash"),
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

  /** The name in REST and in rows. */
  @JsonValue
  public String id() {
    return id;
  }

  public String displayName() {
    return name;
  }

  public String description() {
    return description;
  }

  boolean isSquash() {
    return this == SQUASH || this == SQUASH_FF_ONLY;
  }

  public String flag() {
    return flag;
  }

  static Optional<MergeStrategy> of(String id) {
    return Arrays.stream(values()).filter(strategy -> strategy.id.equals(id)).findFirst();
  }

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
