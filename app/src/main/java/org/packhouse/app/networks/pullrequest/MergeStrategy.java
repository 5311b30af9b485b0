package org.packhouse.app.networks.pullrequest;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;

/** A way to merge a pull request, as the dialect names and shows it. */
@JsonFormat(shape = JsonFormat.Shape.OBJECT)
enum MergeStrategy {
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
  SQUASH("squash", "Squash", "Make one commit of all, then fast-forward or merge it.", "--squash"),
  SQUASH_FF_ONLY(
      "squash-ff-only",
      "Squash, fast-forward only",
      "Make one commit of all and move the target; refuse if it has commits that the source has"
          + " not.",
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

  @JsonProperty
  String id() {
    return id;
  }

  @JsonProperty("name")
  String displayName() {
    return name;
  }

  @JsonProperty
  String description() {
    return description;
  }

  @JsonProperty
  String flag() {
    return flag;
  }

  /** Whether a pull request may be merged that way where nobody chose. */
  @JsonProperty("enabled")
  boolean isEnabled() {
    return this == NO_FF;
  }
}
