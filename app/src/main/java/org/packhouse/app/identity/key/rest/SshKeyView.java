package org.packhouse.app.identity.key.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.SshKey;

/** An SSH public key in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SshKeyView(
    long id,
    String text,
    @Nullable String label,
    @JsonUnwrapped Algorithm algorithm,
    @JsonUnwrapped Life life,
    String fingerprint,
    @Nullable Long lastAuthenticated) {

  public record Algorithm(String algorithmType, int bitLength) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Life(long createdDate, @Nullable Long expiryDays) {}

  public static SshKeyView of(SshKey key) {
    Instant created = key.times().createdAt();
    Instant expires = key.times().expiresAt();
    Instant used = key.times().lastUsedAt();
    return new SshKeyView(
        key.id(),
        key.text(),
        key.label(),
        new Algorithm(key.algorithm(), key.bitLength()),
        new Life(
            created.toEpochMilli(),
            expires == null ? null : Duration.between(created, expires).toDays()),
        key.fingerprint(),
        used == null ? null : used.toEpochMilli());
  }
}
