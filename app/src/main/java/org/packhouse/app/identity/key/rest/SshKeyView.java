package org.packhouse.app.identity.key.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.SshKey;

/** An SSH public key in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
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

  public static SshKeyView of(SshKey key) {
    return new SshKeyViewBuilder()
        .id(key.id())
        .text(key.text())
        .label(key.label())
        .algorithmType(key.algorithm())
        .bitLength(key.bitLength())
        .createdDate(key.createdAt().toEpochMilli())
        .expiryDays(
            key.expiresAt() == null
                ? null
                : Duration.between(key.createdAt(), key.expiresAt()).toDays())
        .fingerprint(key.fingerprint())
        .lastAuthenticated(key.lastUsedAt() == null ? null : key.lastUsedAt().toEpochMilli())
        .build();
  }
}
