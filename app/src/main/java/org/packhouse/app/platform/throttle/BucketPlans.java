package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.throttle.ThrottleSettings.Adaptive;
import org.packhouse.app.platform.throttle.ThrottleSettings.Bounds;
import org.packhouse.app.platform.throttle.ThrottleSettings.Fixed;
import org.packhouse.app.platform.throttle.ThrottleSettings.Goal;
import org.packhouse.app.platform.throttle.ThrottleSettings.Resource;
import org.packhouse.app.platform.throttle.ThrottleSettings.Strategy;
import org.packhouse.app.platform.throttle.limit.LimitExpression;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.queue.Shares;

/** Makes the plans of buckets from the settings. */
final class BucketPlans {

  /** Between adjustments, unless the settings say otherwise. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  private static final double TARGET = 0.75;
  private static final String MIN = "1*cpu";
  private static final String MAX = "12*cpu";

  /**
   * Half of the tickets for one repository, so that a second one always gets on, and a quarter for
   * all anonymous callers together, so that they slow people little.
   */
  private static final Shares SHARES = new Shares(0.5, 0.25);

  private static final Map<Bucket, Default> DEFAULTS = defaults();

  private final ThrottleSettings settings;
  private final int processors;

  BucketPlans(ThrottleSettings settings, int processors) {
    this.settings = settings;
    this.processors = processors;
  }

  private record Default(
      Strategy strategy, String limit, String min, String max, Duration timeout) {
    Default(Strategy strategy, String limit, Duration timeout) {
      this(strategy, limit, MIN, MAX, timeout);
    }
  }

  private static Map<Bucket, Default> defaults() {
    Map<Bucket, Default> all = new EnumMap<>(Bucket.class);
    all.put(Bucket.SCM_HOSTING, new Default(Strategy.ADAPTIVE, "1.5*cpu", Duration.ofMinutes(5)));
    all.put(Bucket.SCM_REFS, new Default(Strategy.FIXED, "8*cpu", Duration.ofMinutes(1)));
    all.put(Bucket.SCM_COMMAND, new Default(Strategy.FIXED, "50", Duration.ofSeconds(2)));
    all.put(Bucket.GIT_LFS, new Default(Strategy.FIXED, "80", Duration.ZERO));
    all.put(Bucket.MIRROR_HOSTING, new Default(Strategy.FIXED, "2*cpu", Duration.ofHours(1)));
    all.put(
        Bucket.CACHED_RESPONSES,
        new Default(Strategy.ADAPTIVE, "128*cpu", "2*cpu", "128*cpu", Duration.ofSeconds(10)));
    all.put(Bucket.ARCHIVE, new Default(Strategy.FIXED, "4*cpu", Duration.ofMinutes(1)));
    all.put(Bucket.MERGE, new Default(Strategy.FIXED, "4*cpu", Duration.ofMinutes(1)));
    return all;
  }

  /** Merges settings with the limits that features set; contradictions refuse the start. */
  List<BucketPlan> all(List<BucketLimit> limits) {
    requireKnownNames();
    Map<Bucket, BucketLimit> ofFeatures = new EnumMap<>(Bucket.class);
    for (BucketLimit limit : limits) {
      if (ofFeatures.put(limit.bucket(), limit) != null) {
        throw new IllegalArgumentException("Two limits are given for " + limit.bucket());
      }
    }
    List<BucketPlan> plans = new ArrayList<>();
    for (Bucket bucket : Bucket.values()) {
      BucketLimit limit = ofFeatures.get(bucket);
      Default byDefault = DEFAULTS.get(bucket);
      if (limit != null) {
        plans.add(BucketPlan.of(limit));
      } else {
        plans.add(byDefault == null ? BucketPlan.unlimited(bucket) : plan(bucket, byDefault));
      }
    }
    return plans;
  }

  private void requireKnownNames() {
    List<String> known = DEFAULTS.keySet().stream().map(Bucket::settingName).toList();
    for (String name : new TreeSet<>(settings.resource().keySet())) {
      if (!known.contains(name)) {
        throw new StartRefusedException(
            "The settings throttle.resource.%s.* are about no bucket there is; these are: %s."
                .formatted(name, String.join(", ", known)));
      }
    }
  }

  private BucketPlan plan(Bucket bucket, Default byDefault) {
    Resource said = settings.resource().getOrDefault(bucket.settingName(), Resource.UNSET);
    Adaptive adaptive = Objects.requireNonNullElse(said.adaptive(), Adaptive.UNSET);
    Bounds bounds = Objects.requireNonNullElse(adaptive.limit(), Bounds.UNSET);
    Fixed fixed = said.fixed();
    Goal goal = adaptive.target();
    int min = tickets(bucket, "adaptive.limit.min", bounds.min(), byDefault.min());
    int max = tickets(bucket, "adaptive.limit.max", bounds.max(), byDefault.max());
    if (min > max) {
      throw new StartRefusedException(
          "The setting %s comes to %d, which is more than %s, which comes to %d."
              .formatted(
                  key(bucket, "adaptive.limit.min"), min, key(bucket, "adaptive.limit.max"), max));
    }
    int stays =
        tickets(bucket, "fixed.limit", fixed == null ? null : fixed.limit(), byDefault.limit());
    if (bucket == Bucket.CACHED_RESPONSES && goal != null) {
      throw new StartRefusedException(
          "The setting %s is about limits that follow the processors; that of %s follows how long people wait."
              .formatted(key(bucket, "adaptive.target.cpu"), bucket.settingName()));
    }
    Strategy strategy = Objects.requireNonNullElse(said.strategy(), byDefault.strategy());
    return new BucketPlan(
        bucket,
        strategy,
        strategy == Strategy.ADAPTIVE ? Math.clamp(stays, min, max) : stays,
        new LimitRule(
            min, max, goal == null ? TARGET : Objects.requireNonNullElse(goal.cpu(), TARGET)),
        Objects.requireNonNullElse(adaptive.interval(), INTERVAL),
        Objects.requireNonNullElse(said.timeout(), byDefault.timeout()),
        SHARES);
  }

  private int tickets(
      Bucket bucket, String name, @Nullable LimitExpression said, String byDefault) {
    LimitExpression expression = said == null ? LimitExpression.valueOf(byDefault) : said;
    try {
      return expression.on(processors);
    } catch (IllegalArgumentException e) {
      throw new StartRefusedException(
          "The setting %s has the value '%s', which %s."
              .formatted(key(bucket, name), expression, e.getMessage()),
          e);
    }
  }

  private static String key(Bucket bucket, String name) {
    return "throttle.resource." + bucket.settingName() + "." + name;
  }
}
