package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.reviewer.ReviewerGroup;
import org.packhouse.app.source.branch.model.RefMatcher;

/** Forms and rows of the reviewers' page. */
final class ReviewerForms {

  private ReviewerForms() {}

  /**
   * The form of default reviewers, separated by commas. Source and target are the type and the name
   * of a matcher each.
   */
  record ConditionForm(
      @Nullable String source,
      @Nullable String sourceName,
      @Nullable String target,
      @Nullable String targetName,
      @Nullable String reviewers,
      @Nullable String requiredApprovals) {

    static final ConditionForm EMPTY = new ConditionForm("ANY_REF", "", "ANY_REF", "", "", "0");

    RefMatcher from() {
      return new MatcherFields(source, sourceName).matcher("sourceMatcher");
    }

    RefMatcher to() {
      return new MatcherFields(target, targetName).matcher("targetMatcher");
    }

    int approvals() {
      return PullRequestSettingsForms.number("requiredApprovals", requiredApprovals);
    }
  }

  /** The form of a reviewer group, null for a new one; commas separate the users. */
  record GroupForm(
      @Nullable Long group,
      @Nullable String name,
      @Nullable String description,
      @Nullable String users) {

    static final GroupForm EMPTY = new GroupForm(null, "", "", "");

    static GroupForm of(ReviewerGroup group, List<String> members) {
      return new GroupForm(
          group.id(), group.name(), group.description(), String.join(", ", members));
    }
  }

  /** Default reviewers; {@code inherited} ones are the project's and cannot be removed here. */
  record ConditionRow(
      long id,
      String source,
      String target,
      List<String> reviewers,
      int approvals,
      boolean inherited) {}

  /** A reviewer group; an {@code inherited} one is the project's and cannot be changed here. */
  record GroupRow(ReviewerGroup group, List<String> members, boolean inherited) {}
}
