package org.packhouse.app.review.pullrequest.condition;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.hooks.builtin.MergeCondition;

/**
 * Pull request settings as stored. Null merging inherits; the checks are those of that time, for
 * nodes of a version that reads them here.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MergeRules(@Nullable Merging merging, Checks checks) {

  static final int MAX_SUMMARIES = 100;
  private static final int USUAL_SUMMARIES = 20;

  /**
   * The way of merging: the strategies allowed, the most commits that a message lists, and the
   * message's template, of which null parts are the usual ones.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Merging(
      MergeStrategy usual,
      List<MergeStrategy> strategies,
      int commitSummaries,
      @Nullable String title,
      @Nullable String body) {

    /** Holds where nothing is set. */
    public static final Merging USUAL =
        new Merging(MergeStrategy.NO_FF, List.of(MergeStrategy.NO_FF), USUAL_SUMMARIES, null, null);
  }

  /**
   * The merge checks; numbers are minimums, and {@code unapproveOnUpdate} withdraws approvals when
   * the source's commits change.
   */
  public record Checks(
      boolean allApprovers,
      boolean allTasks,
      int approvers,
      int builds,
      boolean noNeedsWork,
      boolean unapproveOnUpdate) {

    static final Checks NONE = new Checks(false, false, 0, 0, false, false);

    /** Refuses a number of approvals or builds that is out of range. */
    public static void requireCount(String field, int value) {
      if (value < 0 || value > MergeCondition.MAX_REQUIRED) {
        throw badCount(field, Integer.toString(value));
      }
    }

    public static InvalidFieldException badCount(String field, String value) {
      return new InvalidFieldException(
          field,
          "The field %s must be a number from 0 to %d, not %s."
              .formatted(field, MergeCondition.MAX_REQUIRED, InvalidFieldException.quote(value)));
    }
  }

  /** The way of merging that holds for a project or repository, and the level it comes from. */
  public record Effective(Merging merging, SettingScope.Level level) {}
}
