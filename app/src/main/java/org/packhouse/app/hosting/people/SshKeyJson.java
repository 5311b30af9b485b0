package org.packhouse.app.hosting.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.SshKey;

/** A public key in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SshKeyJson(
    long id,
    String text,
    @Nullable String label,
    String algorithmType,
    int bitLength,
    long createdDate,
    @Nullable Long expiryDays,
    String fingerprint,
    @Nullable Long lastAuthenticated) {

  static SshKeyJson of(SshKey key) {
    return new SshKeyJson(
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
