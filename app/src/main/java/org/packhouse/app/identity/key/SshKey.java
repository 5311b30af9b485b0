package org.packhouse.app.identity.key;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored public key.
 *
 * @param userId whose it is; null: it is an access key
 * @param algorithm SSH key type, such as {@code ssh-ed25519}
 * @param fingerprint {@code SHA256:...}
 * @param publicKey {@code type base64}
 */
public record SshKey(
    long id,
    @Nullable Long userId,
    @Nullable String label,
    String algorithm,
    int bitLength,
    String fingerprint,
    String publicKey,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt) {

  /** The line as people know it: type, key, label. */
  public String text() {
    return label == null ? publicKey : publicKey + " " + label;
  }
}
