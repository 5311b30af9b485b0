package org.packhouse.app.upkeep.housekeeping;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code housekeeping.*}: work that keeps repositories quick to read.
 *
 * @param enabled whether this node does it
 * @param pushes a repository is due after so many pushes, or a day after the first of fewer; the
 *     first time as soon as it holds 1 MB
 * @param longestOperation no clone, fetch or page reads a repository for longer: files that were
 *     replaced are removed after that time, so it must not be below {@code
 *     scm.git.execution-timeout}
 * @param unreachableRetention how long objects that nothing refers to are kept
 * @param fullAfter everything is packed anew after that time, if there were pushes
 * @param timeLimit one git command may take that long
 * @param refMoveRetention how long it is remembered how refs moved; the last move of each ref is
 *     always kept
 */
@Validated
@ConfigurationProperties("housekeeping")
public record HousekeepingSettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("20") @Min(1) int pushes,
    @DefaultValue("1h") @AtLeast("1ms") Duration longestOperation,
    @DefaultValue("14d") @AtLeast("1ms") Duration unreachableRetention,
    @DefaultValue("30d") @AtLeast("1ms") Duration fullAfter,
    @DefaultValue("6h") @AtLeast("1ms") Duration timeLimit,
    @DefaultValue("30d") @AtLeast("1ms") Duration refMoveRetention) {

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
