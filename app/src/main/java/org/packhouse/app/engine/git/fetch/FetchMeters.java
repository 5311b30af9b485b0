package org.packhouse.app.engine.git.fetch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.springframework.stereotype.Component;

/**
 * Counts the fetches for which the cache was not asked, beside those that the cache counts itself.
 */
@Component
class FetchMeters {

  private final MeterRegistry registry;

  FetchMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** A reason why the cache was not asked. */
  enum BypassReason {
    /** It is switched off. */
    DISABLED("disabled"),
    /** It is switched off for the transport. */
    PROTOCOL("protocol"),
    /** The client gave options for the server. */
    SERVER_OPTION("server option"),
    /** The client has capabilities that the key does not know. */
    CAPABILITY("capability"),
    /** The conversation has rounds that depend on each other. */
    NEGOTIATION("negotiation");

    private final String reason;

    BypassReason(String reason) {
      this.reason = reason;
    }
  }

  /** Counts a fetch that was answered past the cache. */
  void bypassed(BypassReason why) {
    Counter.builder("scm.cache.requests")
        .description("Fetch responses, by where they came from")
        .tags("outcome", "bypassed", "reason", why.reason)
        .register(registry)
        .increment();
  }

  /** What the access log says of an outcome, behind the operation. */
  static String label(Outcome outcome) {
    return switch (outcome) {
      case HIT -> ", cache:hit";
      case JOINED -> ", cache:joined";
      case MISS -> ", cache:miss";
      case BYPASSED -> "";
    };
  }
}
