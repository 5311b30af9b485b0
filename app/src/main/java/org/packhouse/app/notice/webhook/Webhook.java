package org.packhouse.app.notice.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;

/** A webhook of a project or repository. */
public record Webhook(
    long id,
    ResourceId resource,
    String name,
    boolean active,
    List<String> events,
    Target target,
    Standing standing) {

  /** A receiver; without a secret deliveries are not signed. */
  public record Target(
      String url,
      boolean verifiesTls,
      @Nullable String sealedSecret,
      @Nullable String username,
      @Nullable String sealedPassword) {}

  /** The age of a webhook, its failures in a row, and its pause. */
  public record Standing(
      Instant createdAt, Instant updatedAt, int failures, @Nullable Instant pausedUntil) {

    boolean isGood() {
      return failures == 0 && pausedUntil == null;
    }
  }
}
