package org.packhouse.app.upkeep.housekeeping;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.storage.process.GitSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Warns at the start of retention times that contradict each other, which loses nothing. */
@Component
class RetentionRules {

  private static final Logger LOG = LoggerFactory.getLogger(RetentionRules.class);

  /**
   * Set aside, compared, removed: each up to the margin after the step before. Objects that expire
   * earlier are taken for needed again.
   */
  private static final int STEPS = 3;

  RetentionRules(HousekeepingSettings settings, GitSettings git) {
    breaches(settings, git.executionTimeout()).forEach(LOG::warn);
  }

  /** Returns a sentence for each rule that the settings break. */
  static List<String> breaches(HousekeepingSettings settings, Duration execution) {
    List<String> broken = new ArrayList<>();
    Duration longest = settings.longestOperation();
    if (longest.compareTo(execution) < 0) {
      broken.add(
          "housekeeping.longest-operation is %s and scm.git.execution-timeout %s: a clone that takes longer than the former fails when what it reads is removed. Raise the former to the latter at least."
              .formatted(longest, execution));
    }
    Duration replaced = longest.multipliedBy(STEPS);
    if (settings.unreachableRetention().compareTo(replaced) <= 0) {
      broken.add(
          "housekeeping.unreachable-retention is %s, and must be longer than %s, which is three times housekeeping.longest-operation: what expires earlier is taken for needed again and stays."
              .formatted(settings.unreachableRetention(), replaced));
    }
    return broken;
  }
}
