package org.packhouse.app.identity.administration.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.ThrottleConsole;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.LoadState;
import org.packhouse.app.platform.throttle.LoadWatch;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the tickets of the answering node, and the load that adaptive limits follow. */
@ByToken
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/throttle")
class ThrottleController {

  private final ThrottleConsole console;
  private final LoadWatch load;

  ThrottleController(ThrottleConsole console, LoadWatch load) {
    this.console = console;
    this.load = load;
  }

  record Body(@Nullable Integer limit) {}

  record View(LoadView load, List<BucketView> buckets) {}

  record LoadView(
      boolean known,
      int processors,
      double cpu,
      @JsonUnwrapped Memory memory,
      double peopleWaitMillis,
      List<LoadSample> lastHour) {

    static LoadView of(LoadState it) {
      return new LoadView(
          it.known(),
          it.processors(),
          it.cpu(),
          new Memory(it.memory().available(), it.memory().expected(), it.memory().floor()),
          it.peopleWait(),
          it.lastHour().stream()
              .map(at -> new LoadSample(at.at(), at.cpu(), at.availableMemory()))
              .toList());
    }
  }

  record Memory(long availableMemory, long expectedMemory, long memoryFloor) {}

  record LoadSample(Instant at, double cpu, long availableMemory) {}

  record BucketView(
      String name,
      String strategy,
      boolean changed,
      @JsonUnwrapped Limits limits,
      @JsonUnwrapped Use use,
      Counts counts,
      List<Sample> lastHour) {

    static BucketView of(BucketState it) {
      boolean limited = ThrottleConsole.isLimited(it);
      return new BucketView(
          it.bucket().settingName(),
          it.limit().adaptive() ? "adaptive" : limited ? "fixed" : "unlimited",
          it.limit().changed(),
          limited
              ? new Limits(it.limit().tickets(), it.limit().min(), it.limit().max())
              : new Limits(null, null, null),
          new Use(it.used(), it.queued(), it.timeout().toMillis()),
          Counts.of(it.counts()),
          it.lastHour().stream().map(Sample::of).toList());
    }
  }

  /** The limits of a bucket; null if it is unlimited. */
  record Limits(@Nullable Integer limit, @Nullable Integer min, @Nullable Integer max) {}

  record Use(int used, int queued, long timeoutMillis) {}

  record Counts(
      long granted,
      long waited,
      long waitedMillis,
      long longestWaitMillis,
      long refused,
      @Nullable Instant lastQueued,
      @Nullable Instant lastRefused) {

    static Counts of(BucketState.Counts it) {
      return new Counts(
          it.granted(),
          it.waited(),
          it.waitedFor().toMillis(),
          it.longestWait().toMillis(),
          it.refused(),
          it.lastQueued(),
          it.lastRefused());
    }
  }

  record Sample(Instant at, int limit, int used, int queued, long refused, long longestWaitMillis) {
    static Sample of(BucketState.Sample it) {
      Duration longest = it.longestWait();
      return new Sample(
          it.at(), it.limit(), it.used(), it.queued(), it.refused(), longest.toMillis());
    }
  }

  @GetMapping
  View get() {
    return new View(
        LoadView.of(load.state()), console.states().stream().map(BucketView::of).toList());
  }

  /** Sets a limit of the answering node until it restarts. */
  @PutMapping("/buckets/{bucket}")
  BucketView limit(@PathVariable String bucket, @RequestBody Body body) {
    BucketState state = state(bucket);
    if (body.limit() == null) {
      throw new InvalidFieldException("limit", "The field limit is required.");
    }
    console.limit(state, body.limit());
    return BucketView.of(state(bucket));
  }

  @DeleteMapping("/buckets/{bucket}")
  BucketView limitBySettings(@PathVariable String bucket) {
    console.limitBySettings(state(bucket).bucket());
    return BucketView.of(state(bucket));
  }

  private BucketState state(String name) {
    return console
        .state(name)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.ENTITY,
                "There is no bucket %s.".formatted(InvalidFieldException.quote(name))));
  }
}
