package org.packhouse.app.identity.key;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's OpenPGP key with the sub-keys that it has signed.
 *
 * @param subKeys in the order of the key's text
 */
public record GpgKeyRing(GpgKey key, List<SubKey> subKeys) {

  /**
   * A sub-key.
   *
   * @param expiresAt null: with the key
   */
  public record SubKey(String fingerprint, @Nullable Instant expiresAt) {}
}
