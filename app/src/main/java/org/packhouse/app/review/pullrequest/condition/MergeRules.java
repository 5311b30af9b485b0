package org.packhouse.app.review.pullrequest.condition;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.hooks.builtin.MergeCondition;

/**
 * The settings of pull requests of a project or repository, as its row keeps them.
 *
 * @param merging null: as the project's, or the server's
 * @param checks those that held when this was written, for nodes of a version that looks for them
 *     here
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MergeRules(@Nullable Merging merging, Checks checks) {

  static final int MAX_SUMMARIES = 100;
  private static final int USUAL_SUMMARIES = 20;

  /**
   * The way of merging.
   *
   * @param strategies those that may be chosen, one at least
   * @param commitSummaries commits that the message names at most
   * @param title of the message, with placeholders; null: the usual one
   * @param body of the message, likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Merging(
      MergeStrategy usual,
      List<MergeStrategy> strategies,
      int commitSummaries,
      @Nullable String title,
      @Nullable String body) {

    /** The one that holds until somebody chooses another. */
    public static final Merging USUAL =
        new Merging(MergeStrategy.NO_FF, List.of(MergeStrategy.NO_FF), USUAL_SUMMARIES, null, null);
  }

  /**
   * The conditions of a merge.
   *
   * @param allApprovers whether every reviewer must have approved
   * @param allTasks whether every task must be resolved
   * @param approvers approvals at least
   * @param builds successful builds at least
   * @param noNeedsWork whether nobody may think that it needs work
   * @param unapproveOnUpdate whether approvals are void when commits come or go
   */
  public record Checks(
      boolean allApprovers,
      boolean allTasks,
      int approvers,
      int builds,
      boolean noNeedsWork,
      boolean unapproveOnUpdate) {

    static final Checks NONE = new Checks(false, false, 0, 0, false, false);

    /**
     * Checks a number of approvals or builds.
     *
     * @throws InvalidFieldException if it is not allowed
     */
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
