package org.packhouse.app.source.issue;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * The issue tracker that holds somewhere.
 *
 * @param tracker null: keys lead nowhere
 */
public record IssueTrackerSetting(@Nullable IssueTracker tracker, SettingScope scope) {

  static final IssueTrackerSetting NONE = new IssueTrackerSetting(null, SettingScope.SERVER);
}
