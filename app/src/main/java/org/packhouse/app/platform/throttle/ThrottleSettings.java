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
import org.springframework.validation.annotation.Validated;

/**
 * {@code throttle.*}: limits of work.
 *
 * @param resource by the name of the bucket
 */
@Validated
@ConfigurationProperties("throttle")
record ThrottleSettings(@DefaultValue Map<String, @Valid Resource> resource) {

  private static final String PART = "must be more than 0 and at most 1";

  ThrottleSettings {
    resource = Map.copyOf(resource);
  }

  enum Strategy {
    ADAPTIVE,
    FIXED
  }

  /**
   * Settings of a bucket; what is absent {@link BucketPlans} decides.
   *
   * @param timeout after which a waiting request is refused
   */
  record Resource(
      @Nullable Strategy strategy,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) @AtLeast("0s") Duration timeout,
      @Nullable @Valid Adaptive adaptive,
      @Nullable @Valid Fixed fixed) {

    static final Resource UNSET = new Resource(null, null, null, null);
  }

  record Adaptive(
      @Nullable Bounds limit,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) @AtLeast("100ms") Duration interval,
      @Nullable @Valid Goal target) {

    static final Adaptive UNSET = new Adaptive(null, null, null);
  }

  record Bounds(@Nullable LimitExpression min, @Nullable LimitExpression max) {

    static final Bounds UNSET = new Bounds(null, null);
  }

  record Goal(
      @Nullable @DecimalMin(value = "0", inclusive = false, message = PART) @DecimalMax(value = "1", message = PART) Double cpu) {}

  record Fixed(@Nullable LimitExpression limit) {}
}
