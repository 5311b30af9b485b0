package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings.MergingChoice;
import org.packhouse.app.web.Forms;

/**
 * A way of merging, as it was typed.
 *
 * @param strategies ids of those that may be chosen
 * @param usual id of the default one
 */
public record MergingForm(
    @Nullable List<String> strategies,
    @Nullable String usual,
    @Nullable String commitSummaries,
    @Nullable String title,
    @Nullable String body) {

  /** The form as it is shown first. */
  public static MergingForm of(Merging merging) {
    return new MergingForm(
        merging.strategies().stream().map(MergeStrategy::id).toList(),
        merging.usual().id(),
        Integer.toString(merging.commitSummaries()),
        merging.title(),
        merging.body());
  }

  /** Whether a strategy may be chosen. */
  public boolean has(MergeStrategy strategy) {
    return strategies != null && strategies.contains(strategy.id());
  }

  /**
   * The choice of the fields.
   *
   * @throws InvalidFieldException about all that breaks a rule
   */
  public MergingChoice choice() {
    try {
      return choice(summaries());
    } catch (InvalidFieldException e) {
      InvalidFieldException.checkAll(this::summaries, () -> choice(0).merging());
      throw e;
    }
  }

  private int summaries() {
    return PullRequestSettingsForms.number("mergeConfig.commitSummaries", commitSummaries);
  }

  private MergingChoice choice(int summaries) {
    return new MergingChoice(
        strategies == null ? List.of() : strategies,
        Forms.text(usual),
        summaries,
        title,
        body == null ? null : body.replace("\r\n", "\n"));
  }
}
