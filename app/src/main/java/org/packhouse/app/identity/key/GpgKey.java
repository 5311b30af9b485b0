package org.packhouse.app.identity.key;

import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A user's OpenPGP key.
 *
 * @param keyId the last 16 digits of the fingerprint
 * @param fingerprint upper-case hex
 * @param emailAddress the first that the key names; null: none
 * @param expiresAt null: never
 * @param text armoured, without what is no part of the key
 */
@Value.Builder
public record GpgKey(
    long id,
    long userId,
    String keyId,
    String fingerprint,
    @Nullable String emailAddress,
    @Nullable Instant expiresAt,
    List<SubKey> subKeys,
    String text) {

  /**
   * A key that the key has bound to itself.
   *
   * @param expiresAt null: with the key
   */
  public record SubKey(String fingerprint, @Nullable Instant expiresAt) {}
}
