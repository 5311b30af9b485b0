package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.pullrequest.AutoMergeSwitch;
import org.packhouse.app.networks.pullrequest.MergeRules.Checks;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.web.Forms;

/** The forms of the page on which pull requests are set up. */
final class PullRequestSettingsForms {

  private PullRequestSettingsForms() {}

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

    private int approvers() {
      return number("requiredApprovers", requiredApprovers);
    }

    private int builds() {
      return number("requiredSuccessfulBuilds", requiredSuccessfulBuilds);
    }

    Checks checks() {
      InvalidFieldException.checkAll(this::approvers, this::builds);
      return new Checks(
          Boolean.TRUE.equals(requiredAllApprovers),
          Boolean.TRUE.equals(requiredAllTasksComplete),
          approvers(),
          builds(),
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

  static int number(String field, @Nullable String typed) {
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
