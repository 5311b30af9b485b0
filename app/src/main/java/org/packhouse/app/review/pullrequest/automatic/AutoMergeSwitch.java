package org.packhouse.app.review.pullrequest.automatic;

import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * The setting whether a merge may be requested ahead of time, to be made once nothing vetoes it.
 *
 * @param restricted whether the project's setting holds in its repositories, whatever they say
 */
public record AutoMergeSwitch(boolean enabled, SettingScope scope, boolean restricted) {

  /** Holds where nothing is set. */
  static final AutoMergeSwitch ON = new AutoMergeSwitch(true, SettingScope.SERVER, false);
}
