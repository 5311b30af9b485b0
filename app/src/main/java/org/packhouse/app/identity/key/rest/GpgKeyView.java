package org.packhouse.app.identity.key.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.GpgKey;
import org.packhouse.app.identity.key.GpgKeyRing;

/**
 * An OpenPGP key in the REST dialect.
 *
 * @param expiryDate milliseconds since 1970; null: never
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GpgKeyView(
    String id,
    String fingerprint,
    @Nullable String emailAddress,
    @Nullable Long expiryDate,
    List<SubKeyView> subKeys,
    String text) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SubKeyView(String fingerprint, @Nullable Long expiryDate) {}

  static GpgKeyView of(GpgKeyRing ring) {
    GpgKey key = ring.key();
    return new GpgKeyView(
        key.keyId(),
        key.fingerprint(),
        key.emailAddress(),
        millis(key.expiresAt()),
        ring.subKeys().stream()
            .map(sub -> new SubKeyView(sub.fingerprint(), millis(sub.expiresAt())))
            .toList(),
        key.publicKey());
  }

  private static @Nullable Long millis(@Nullable Instant instant) {
    return instant == null ? null : instant.toEpochMilli();
  }
}
