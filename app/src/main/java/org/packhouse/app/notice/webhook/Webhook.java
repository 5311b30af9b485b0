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

  /**
   * @param sealedSecret signs deliveries; null: they are not signed
   * @param username for basic authentication; null: none
   */
  public record Target(
      String url,
      boolean verifiesTls,
      @Nullable String sealedSecret,
      @Nullable String username,
      @Nullable String sealedPassword) {}

  /**
   * @param failures in a row
   * @param pausedUntil null: not paused
   */
  public record Standing(
      Instant created, Instant updated, int failures, @Nullable Instant pausedUntil) {

    boolean isGood() {
      return failures == 0 && pausedUntil == null;
    }
  }
}
