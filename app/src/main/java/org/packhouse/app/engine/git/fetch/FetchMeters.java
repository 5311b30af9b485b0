package org.packhouse.app.engine.git.fetch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.springframework.stereotype.Component;

/** Counts fetches that bypass the cache, beside those that the cache counts. */
@Component
class FetchMeters {

  private final MeterRegistry registry;

  FetchMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  enum BypassReason {
    DISABLED("disabled"),
    PROTOCOL("protocol"),
    SERVER_OPTION("server option"),
    /** The client has capabilities that no key covers. */
    CAPABILITY("capability"),
    /** The conversation has rounds that depend on each other. */
    NEGOTIATION("negotiation");

    private final String reason;

    BypassReason(String reason) {
      this.reason = reason;
    }
  }

  void bypassed(BypassReason why) {
    Counter.builder("scm.cache.requests")
        .description("Fetch responses, by where they came from")
        .tags("outcome", "bypassed", "reason", why.reason)
        .register(registry)
        .increment();
  }

  /** Returns the suffix of the operation in the access log. */
  static String label(Outcome outcome) {
    return switch (outcome) {
      case HIT -> ", cache:hit";
      case JOINED -> ", cache:joined";
      case MISS -> ", cache:miss";
      case BYPASSED -> "";
    };
  }
}
