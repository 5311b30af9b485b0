package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.pullrequest.AutoMergeSwitch;
import org.packhouse.app.networks.pullrequest.MergeRules.Checks;
import org.packhouse.app.networks.pullrequest.MergeRules.Merging;
import org.packhouse.app.networks.pullrequest.MergeStrategy;
import org.packhouse.app.networks.pullrequest.PullRequestSettings.MergingChoice;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.web.Forms;

/** The forms of the page on which pull requests are set up. */
final class PullRequestSettingsForms {

  private PullRequestSettingsForms() {}

  /**
   * The way of merging, as it was typed.
   *
   * @param strategies ids of those that may be chosen
   * @param usual id of the default one
   */
  record MergingForm(
      @Nullable List<String> strategies,
      @Nullable String usual,
      @Nullable String commitSummaries,
      @Nullable String title,
      @Nullable String body) {

    static MergingForm of(Merging merging) {
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

    MergingChoice choice() {
      return new MergingChoice(
          strategies == null ? List.of() : strategies,
          Forms.text(usual),
          number("mergeConfig.commitSummaries", commitSummaries),
          title,
          body == null ? null : body.replace("\r\n", "\n"));
    }
  }

  /** The conditions of a merge, as they were typed. */
  record ChecksForm(
      @Nullable String requiredApprovers,
      @Nullable String requiredSuccessfulBuilds,
      @Nullable Boolean requiredAllApprovers,
      @Nullable Boolean requiredAllTasksComplete,
      @Nullable Boolean needsWork,
      @Nullable Boolean unapproveOnUpdate) {

    static ChecksForm of(Checks checks) {
      return new ChecksForm(
          Integer.toString(checks.approvers()),
          Integer.toString(checks.builds()),
          checks.allApprovers(),
          checks.allTasks(),
          checks.noNeedsWork(),
          checks.unapproveOnUpdate());
    }

    Checks checks() {
      return new Checks(
          Boolean.TRUE.equals(requiredAllApprovers),
          Boolean.TRUE.equals(requiredAllTasksComplete),
          number("requiredApprovers", requiredApprovers),
          number("requiredSuccessfulBuilds", requiredSuccessfulBuilds),
          Boolean.TRUE.equals(needsWork),
          Boolean.TRUE.equals(unapproveOnUpdate));
    }
  }

  /** The states of auto-merge that a form offers. */
  enum AutoMergeState {
    /** What the project says holds. */
    INHERITED,
    /** Pull requests may be merged by themselves. */
    ON,
    /** They may not. */
    OFF;

    static AutoMergeState of(AutoMergeSwitch setting, boolean ofRepository) {
      if (ofRepository && setting.scope() != AutoMergeSwitch.Scope.REPOSITORY) {
        return INHERITED;
      }
      return setting.enabled() ? ON : OFF;
    }
  }

  private static int number(String field, @Nullable String typed) {
    String text = Forms.text(typed);
    try {
      return text == null ? 0 : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InvalidFieldException(
          field,
          "This must be a whole number, not %s.".formatted(InvalidFieldException.quote(text)));
    }
  }
}
