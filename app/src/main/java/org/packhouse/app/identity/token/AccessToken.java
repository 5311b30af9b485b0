package org.packhouse.app.identity.token;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An HTTP access token without its secret; the id has 12 digits. */
public record AccessToken(
    String id,
    String name,
    TokenPermissions permissions,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt) {}
