package org.packhouse.app.source.issue;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/** The issue tracker of a scope; with a null tracker, keys are not linked. */
public record IssueTrackerSetting(@Nullable IssueTracker tracker, SettingScope scope) {

  static final IssueTrackerSetting NONE = new IssueTrackerSetting(null, SettingScope.SERVER);
}
