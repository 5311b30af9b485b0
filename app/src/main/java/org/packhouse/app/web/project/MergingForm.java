package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings.MergingChoice;
import org.packhouse.app.web.Forms;

/** The form of merge strategies, named by their ids; {@code usual} is the default one. */
public record MergingForm(
    @Nullable List<String> strategies,
    @Nullable String usual,
    @Nullable String commitSummaries,
    @Nullable String title,
    @Nullable String body) {

  public static MergingForm of(Merging merging) {
    return new MergingForm(
        merging.strategies().stream().map(MergeStrategy::id).toList(),
        merging.usual().id(),
        Integer.toString(merging.commitSummaries()),
        merging.title(),
        merging.body());
  }

  public boolean has(MergeStrategy strategy) {
    return strategies != null && strategies.contains(strategy.id());
  }

  /**
   * Returns the choice.
   *
   * @throws InvalidFieldException with the errors of all fields
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
