package org.packhouse.app.upkeep.housekeeping;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code housekeeping.*}: repacking and pruning of repositories.
 *
 * @param enabled whether this node runs housekeeping
 * @param pushes number of pushes after which a repository is due; with fewer it is due after a day,
 *     and the first time at a size of 1 MB
 * @param longestOperation longest time that a clone, fetch or page reads a repository: superseded
 *     files are removed after it; at least {@code scm.git.execution-timeout}
 * @param unreachableRetention time that unreachable objects are kept
 * @param fullAfter time after which everything is repacked, if there were pushes
 */
@Validated
@ConfigurationProperties("housekeeping")
public record HousekeepingSettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("20") @Min(1) int pushes,
    @DefaultValue("1h") @AtLeast("1ms") Duration longestOperation,
    @DefaultValue("14d") @AtLeast("1ms") Duration unreachableRetention,
    @DefaultValue("30d") @AtLeast("1ms") Duration fullAfter) {

  private static final Duration REMOVAL_MARGIN = Duration.ofMinutes(2);
  private static final Duration READERS_DIRECTORY_TIME = Duration.ofMinutes(1);

  /** At thirty pushes a second, 600 packs come in this time. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(20);

  /** For clocks that differ between nodes, and a reader that is being stopped. */
  Duration removalMargin() {
    return shorter(REMOVAL_MARGIN, longestOperation);
  }

  /** Readers that listed a superseded pack are about to open it. */
  Duration readersDirectoryTime() {
    return shorter(READERS_DIRECTORY_TIME, longestOperation);
  }

  Duration lookEvery() {
    return shorter(LOOK_EVERY, longestOperation);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
