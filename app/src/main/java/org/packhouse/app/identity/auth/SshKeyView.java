package org.packhouse.app.identity.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A public key in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SshKeyView(
    long id,
    String text,
    @Nullable String label,
    String algorithmType,
    int bitLength,
    long createdDate,
    @Nullable Long expiryDays,
    String fingerprint,
    @Nullable Long lastAuthenticated) {

  /** Makes one. */
  public static SshKeyView of(SshKey key) {
    return new SshKeyView(
        key.id(),
        key.text(),
        key.label(),
        key.algorithm(),
        key.bitLength(),
        key.createdAt().toEpochMilli(),
        key.expiresAt() == null
            ? null
            : Duration.between(key.createdAt(), key.expiresAt()).toDays(),
        key.fingerprint(),
        key.lastUsedAt() == null ? null : key.lastUsedAt().toEpochMilli());
  }
}
