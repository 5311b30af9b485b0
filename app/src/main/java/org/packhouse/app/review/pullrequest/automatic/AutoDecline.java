package org.packhouse.app.review.pullrequest.automatic;

import org.packhouse.app.hosting.repository.setting.SettingScope;

/** The setting whether pull requests are declined, and after how many weeks without activity. */
public record AutoDecline(boolean enabled, int inactivityWeeks, SettingScope scope) {

  static final int USUAL_WEEKS = 4;

  /** Holds where nothing is set. */
  static final AutoDecline NONE = new AutoDecline(false, USUAL_WEEKS, SettingScope.SERVER);
}
