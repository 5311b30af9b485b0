package org.packhouse.app.identity.key;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored SSH public key.
 *
 * @param userId null: an access key
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

  /** Returns the line {@code type base64 label}. */
  public String text() {
    return label == null ? publicKey : publicKey + " " + label;
  }
}
