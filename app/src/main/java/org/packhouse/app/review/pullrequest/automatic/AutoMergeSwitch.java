package org.packhouse.app.review.pullrequest.automatic;

import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * The setting whether automatic merges may be requested; a project's restricted one overrides its
 * repositories'.
 */
public record AutoMergeSwitch(boolean enabled, SettingScope scope, boolean restricted) {

  /** Holds where nothing is set. */
  static final AutoMergeSwitch ON = new AutoMergeSwitch(true, SettingScope.SERVER, false);
}
