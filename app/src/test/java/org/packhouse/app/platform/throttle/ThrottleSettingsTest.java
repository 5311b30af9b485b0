package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.throttle.ThrottleSettings.Strategy;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.limit.PeopleRule;
import org.packhouse.app.platform.throttle.queue.Shares;

class ThrottleSettingsTest {

  private static final String HOSTING = "throttle.resource.scm-hosting.";

  @Test
  void hasTheKnownDefaults() {
    assertThat(plan(Bucket.SCM_HOSTING, Map.of()))
        .isEqualTo(
            new BucketPlan(
                Bucket.SCM_HOSTING,
                Strategy.ADAPTIVE,
                6,
                new LimitRule(4, 48, 0.75),
                Duration.ofSeconds(2),
                Duration.ofMinutes(5),
                new Shares(0.5, 0.25)));
    assertThat(plan(Bucket.CACHED_RESPONSES, Map.of()))
        .isEqualTo(
            new BucketPlan(
                Bucket.CACHED_RESPONSES,
                Strategy.ADAPTIVE,
                512,
                new LimitRule(8, 512, 0.75),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                new Shares(0.5, 0.25)));
    assertThat(plan(Bucket.CACHED_RESPONSES, Map.of()).people())
        .isEqualTo(new PeopleRule(8, 512, 150));
    assertThat(fixed(Bucket.SCM_REFS)).isEqualTo("32 PT1M");
    assertThat(fixed(Bucket.SCM_COMMAND)).isEqualTo("50 PT2S");
    assertThat(fixed(Bucket.GIT_LFS)).isEqualTo("80 PT0S");
    assertThat(fixed(Bucket.MIRROR_HOSTING)).isEqualTo("8 PT1H");
    assertThat(fixed(Bucket.ARCHIVE)).isEqualTo("16 PT1M");
    assertThat(fixed(Bucket.MERGE)).isEqualTo("16 PT1M");
    assertThat(plan(Bucket.PACKING, Map.of()).start()).isEqualTo(BucketState.UNLIMITED);
  }

  private static String fixed(Bucket bucket) {
    BucketPlan plan = plan(bucket, Map.of());
    assertThat(plan.isAdaptive()).isFalse();
    return plan.start() + " " + plan.timeout();
  }

  @Test
  void readsAllOfABucketInItsKnownNames() {
    Map<String, String> all =
        Map.of(
            HOSTING + "strategy", "fixed",
            HOSTING + "timeout", "30",
            HOSTING + "adaptive.limit.min", "2",
            HOSTING + "adaptive.limit.max", "(cpu + 1) * 2",
            HOSTING + "adaptive.interval", "5",
            HOSTING + "adaptive.target.cpu", "0.5",
            HOSTING + "fixed.limit", "3*cpu");
    assertThat(plan(Bucket.SCM_HOSTING, all))
        .isEqualTo(
            new BucketPlan(
                Bucket.SCM_HOSTING,
                Strategy.FIXED,
                12,
                new LimitRule(2, 10, 0.5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                new Shares(0.5, 0.25)));
  }

  @Test
  void beginsWithinTheBoundsWhereTheLimitFollowsTheLoad() {
    assertThat(plan(Bucket.SCM_HOSTING, Map.of(HOSTING + "adaptive.limit.max", "5")).start())
        .isEqualTo(5);
    assertThat(plan(Bucket.GIT_LFS, Map.of("throttle.resource.git-lfs.strategy", "adaptive")))
        .matches(BucketPlan::isAdaptive)
        .extracting(BucketPlan::start)
        .isEqualTo(48);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fixed.limit | -3 | The setting throttle.resource.scm-hosting.fixed.limit has the value"
            + " '-3', which comes to -3.0 where cpu is 4: at least one ticket is needed.",
        "adaptive.limit.min | 100 | The setting throttle.resource.scm-hosting.adaptive.limit.min"
            + " comes to 100, which is more than"
            + " throttle.resource.scm-hosting.adaptive.limit.max, which comes to 48.",
        "adaptive.limit.max | cpu - 4 | The setting"
            + " throttle.resource.scm-hosting.adaptive.limit.max has the value 'cpu - 4', which"
            + " comes to 0.0 where cpu is 4: at least one ticket is needed."
      })
  void refusesLimitsThatMakeNoSense(String key, String value, String sentence) {
    assertThatThrownBy(() -> plan(Bucket.SCM_HOSTING, Map.of(HOSTING + key, value)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fixed.limit | 2*gpu | has the value '2*gpu', which is not a number of tickets such as 12 or"
            + " 1.5*cpu (\"gpu\" is not expected there: numbers, cpu, + - * / and brackets may"
            + " stand in it).",
        "adaptive.interval | 0 | has the value '0', which must be 100ms or more.",
        "adaptive.interval | soon | has the value 'soon', which is not a duration",
        "adaptive.target.cpu | 0 | has the value '0', which must be more than 0 and at most 1.",
        "adaptive.target.cpu | 1.2 | has the value '1.2', which must be more than 0 and at most 1.",
        "timeout | -1 | has the value '-1', which must be 0s or more.",
        "strategy | clever | has the value 'clever', which is none of: adaptive, fixed."
      })
  void refusesValuesInOneSentence(String key, String value, String sentence) {
    assertThat(SettingsBinding.refusal(ThrottleSettings.class, HOSTING + key, value))
        .startsWith("The setting " + HOSTING + key + " " + sentence);
  }

  @Test
  void refusesALoadOfTheProcessorsForWhatFollowsPeople() {
    assertThatThrownBy(() ->
            plan(
                Bucket.CACHED_RESPONSES,
                Map.of("throttle.resource.cached-responses.adaptive.target.cpu", "0.5")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "The setting throttle.resource.cached-responses.adaptive.target.cpu is about limits"
                + " that follow the processors; that of cached-responses follows how long people"
                + " wait.");
  }

  @Test
  void refusesBucketsThatAreNotThere() {
    assertThatThrownBy(() ->
            plan(Bucket.SCM_HOSTING, Map.of("throttle.resource.scm-hostink.fixed.limit", "3")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("throttle.resource.scm-hostink.* are about no bucket there is")
        .hasMessageContaining("scm-hosting, scm-refs");
  }

  @Test
  void takesOneLimitOfABucket() {
    BucketLimit limit = new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO);
    ThrottleSettings settings = SettingsBinding.bind(ThrottleSettings.class, Map.of());
    assertThat(
            new BucketPlans(settings, 4)
                .all(List.of(limit)).stream()
                    .collect(Collectors.toMap(BucketPlan::bucket, BucketPlan::start)))
        .containsEntry(Bucket.IMPORT, 1)
        .containsOnlyKeys(Arrays.asList(Bucket.values()));
    assertThatThrownBy(() -> new BucketPlans(settings, 4).all(List.of(limit, limit)))
        .hasMessageContaining("IMPORT");
  }

  private static BucketPlan plan(Bucket bucket, Map<String, String> values) {
    ThrottleSettings settings = SettingsBinding.bind(ThrottleSettings.class, values);
    return Objects.requireNonNull(
        new BucketPlans(settings, 4)
            .all(List.of()).stream()
                .filter(plan -> plan.bucket() == bucket)
                .findFirst()
                .orElse(null));
  }
}
