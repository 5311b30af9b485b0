package org.packhouse.app.notice.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;

/**
 * A receiver, and what it is told of.
 *
 * @param resource what it was set on
 * @param events names of events
 * @param target where it is, and how it is told
 * @param standing since when it is there, and whether it is left alone for a while
 */
public record Webhook(
    long id,
    ResourceId resource,
    String name,
    boolean active,
    List<String> events,
    Target target,
    Standing standing) {

  /**
   * A receiver's place.
   *
   * @param verifiesTls whether its certificate is checked
   * @param sealedSecret that signs what it is told; null: nothing is signed
   * @param username for basic authentication; null: none
   */
  public record Target(
      String url,
      boolean verifiesTls,
      @Nullable String sealedSecret,
      @Nullable String username,
      @Nullable String sealedPassword) {}

  /**
   * State and age of a webhook.
   *
   * @param failures in a row, of deliveries that are tried again
   * @param pausedUntil null: it is told at once
   */
  public record Standing(
      Instant created, Instant updated, int failures, @Nullable Instant pausedUntil) {

    /** Whether the last try did not fail. */
    boolean isGood() {
      return failures == 0 && pausedUntil == null;
    }
  }
}
