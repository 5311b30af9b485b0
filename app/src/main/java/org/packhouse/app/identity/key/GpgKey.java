package org.packhouse.app.identity.key;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user's OpenPGP key without its sub-keys.
 *
 * @param keyId the last 16 digits of the fingerprint
 * @param fingerprint upper-case hex
 * @param expiresAt null: never
 * @param publicKey armoured, with the sub-keys
 */
public record GpgKey(
    long id,
    long userId,
    String keyId,
    String fingerprint,
    @Nullable String emailAddress,
    @Nullable Instant expiresAt,
    String publicKey) {}
