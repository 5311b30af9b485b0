package org.packhouse.app.web.project;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.automatic.AutoDecline;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.web.Forms;

/** Forms of the pull request settings. */
final class PullRequestSettingsForms {

  private PullRequestSettingsForms() {}

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

    /**
     * Ticks the boxes that the project enforces: they are disabled, and browsers do not send them.
     */
    ChecksForm withEnforced(Checks enforced) {
      return new ChecksForm(
          requiredApprovers,
          requiredSuccessfulBuilds,
          enforced.allApprovers() || Boolean.TRUE.equals(requiredAllApprovers),
          enforced.allTasks() || Boolean.TRUE.equals(requiredAllTasksComplete),
          enforced.noNeedsWork() || Boolean.TRUE.equals(needsWork),
          enforced.unapproveOnUpdate() || Boolean.TRUE.equals(unapproveOnUpdate));
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

  enum SwitchState {
    INHERITED,
    ON,
    OFF;

    static SwitchState of(boolean enabled, SettingScope scope, Resource resource) {
      return resource.repository() == null || scope.isOf(resource)
          ? (enabled ? ON : OFF)
          : INHERITED;
    }
  }

  /** The auto-decline form; {@code inactivityWeeks} is one of the numbers that are offered. */
  record DeclineForm(@Nullable String state, @Nullable String inactivityWeeks) {

    static DeclineForm of(AutoDecline setting, Resource resource) {
      return new DeclineForm(
          SwitchState.of(setting.enabled(), setting.scope(), resource).name(),
          Integer.toString(setting.inactivityWeeks()));
    }

    SwitchState chosen() {
      return Stream.of(SwitchState.values())
          .filter(it -> it.name().equals(state))
          .findFirst()
          .orElseThrow(() ->
              new InvalidFieldException(
                  "enabled",
                  "The choice must be one of %s, not %s."
                      .formatted(
                          List.of(SwitchState.values()),
                          InvalidFieldException.quote(state == null ? "" : state))));
    }

    /** Returns null to keep the present number. */
    @Nullable Integer weeks() {
      return Forms.text(inactivityWeeks) == null
          ? null
          : Integer.valueOf(number("inactivityWeeks", inactivityWeeks));
    }
  }

  static int number(String field, @Nullable String typed) {
    String text = Forms.text(typed);
    return text == null ? 0 : Forms.number(field, text, "This must be a whole number, not %s.");
  }
}
