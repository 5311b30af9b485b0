package org.packhouse.app.platform.throttle;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.throttle.limit.LimitExpression;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code throttle.*}: how many may work at once.
 *
 * @param resource by the name of the bucket
 */
@Validated
@ConfigurationProperties("throttle")
record ThrottleSettings(
    @DefaultValue Map<String, @Valid Resource> resource,
    @DefaultValue @Valid Memory memory,
    @DefaultValue @Valid People people) {

  private static final String PART = "must be more than 0 and at most 1";

  /** Keeps a copy. */
  ThrottleSettings {
    resource = Map.copyOf(resource);
  }

  /** A way to limit. */
  enum Strategy {
    /** The limit follows the load. */
    ADAPTIVE,
    /** The limit stays. */
    FIXED
  }

  /**
   * The settings of a bucket. What is absent is as {@link BucketPlans} has it.
   *
   * @param timeout after which whoever waits is sent away
   * @param repositoryShare the most of the tickets that one repository holds while others wait
   * @param anonymousShare the most that anonymous callers hold together while others wait
   */
  record Resource(
      @Nullable Strategy strategy,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) @AtLeast("0s") Duration timeout,
      @Nullable @Valid Adaptive adaptive,
      @Nullable @Valid Fixed fixed,
      @Nullable @DecimalMin(value = "0", inclusive = false, message = PART) @DecimalMax(value = "1", message = PART) Double repositoryShare,
      @Nullable @DecimalMin(value = "0", inclusive = false, message = PART) @DecimalMax(value = "1", message = PART) Double anonymousShare) {

    /** Says nothing. */
    static final Resource SILENT = new Resource(null, null, null, null, null, null);
  }

  /**
   * Settings of a limit that follows the load.
   *
   * @param interval how often it is looked at
   */
  record Adaptive(
      @Nullable Bounds limit,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) @AtLeast("100ms") Duration interval,
      @Nullable @Valid Goal target) {

    /** Says nothing. */
    static final Adaptive SILENT = new Adaptive(null, null, null);
  }

  /** The least and the most that a limit may be. */
  record Bounds(@Nullable LimitExpression min, @Nullable LimitExpression max) {

    /** Says nothing. */
    static final Bounds SILENT = new Bounds(null, null);
  }

  /**
   * The load that a limit aims at.
   *
   * @param cpu the part of all processors that is to be busy
   */
  record Goal(
      @Nullable @DecimalMin(value = "0", inclusive = false, message = PART) @DecimalMax(value = "1", message = PART) Double cpu) {}

  /** A limit that stays. */
  record Fixed(@Nullable LimitExpression limit) {}

  /**
   * Settings about the memory of the machine.
   *
   * @param floor how much of it stays available, counted without what running git processes may
   *     still take
   */
  record Memory(@DefaultValue("256MB") @AtLeast("0B") DataSize floor) {}

  /**
   * Settings about what people wait.
   *
   * @param target what 99 of 100 requests for pages and REST are to wait at most; beyond it fewer
   *     responses of the cache are sent at once
   */
  record People(@DefaultValue("150ms") @AtLeast("10ms") Duration target) {}
}
