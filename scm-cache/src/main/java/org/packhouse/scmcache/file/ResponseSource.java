package org.packhouse.scmcache.file;

import org.packhouse.scmcache.ScmCache.Outcome;

/** The source of a response, and the reason. */
enum ResponseSource {
  HIT(Outcome.HIT, "none"),
  JOINED(Outcome.JOINED, "none"),
  MISS(Outcome.MISS, "none"),
  ASKED_ONCE(Outcome.BYPASSED, "asked once"),
  DISK_REFUSES(Outcome.BYPASSED, "disk refuses"),
  CLOSED(Outcome.BYPASSED, "closed");

  private final Outcome outcome;
  private final String reason;

  ResponseSource(Outcome outcome, String reason) {
    this.outcome = outcome;
    this.reason = reason;
  }

  Outcome outcome() {
    return outcome;
  }

  String reason() {
    return reason;
  }
}
