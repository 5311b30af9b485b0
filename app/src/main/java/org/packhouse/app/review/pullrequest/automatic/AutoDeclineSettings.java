package org.packhouse.app.review.pullrequest.automatic;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps auto-decline settings; checks no permission. */
@Service
public class AutoDeclineSettings {

  /** The weeks that can be chosen. */
  public static final List<Integer> WEEKS = List.of(1, 2, 4, 8, 12);

  private final AutoDeclineRows rows;
  private final ScopedSettings settings;

  AutoDeclineSettings(AutoDeclineRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
  }

  public AutoDecline of(Resource resource) {
    return rows.of(resource);
  }

  /** Sets auto-decline after one of {@link #WEEKS}; null weeks are those that hold now. */
  @Transactional
  public void set(Resource resource, boolean enabled, @Nullable Integer weeks) {
    int wanted = weeks == null ? rows.of(resource).inactivityWeeks() : weeks;
    if (!WEEKS.contains(wanted)) {
      throw new InvalidFieldException(
          "inactivityWeeks",
          "The weeks without activity must be one of %s, not %d.".formatted(WEEKS, wanted));
    }
    rows.set(SettingScope.of(resource), enabled, wanted);
    audit(resource);
  }

  /** Removes the setting, so that the project's holds, or else nothing is declined. */
  @Transactional
  public void inherit(Resource resource) {
    rows.delete(SettingScope.of(resource));
    audit(resource);
  }

  private void audit(Resource resource) {
    settings.audit("pull-request.settings-changed", resource, Map.of("setting", "auto-decline"));
  }
}
