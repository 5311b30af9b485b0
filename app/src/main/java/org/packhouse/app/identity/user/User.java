package org.packhouse.app.identity.user;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A person or a service account as it was read.
 *
 * @param name for signing in; unique in any case
 * @param slug the name in URLs: lower case, with {@code _} for characters outside {@code
 *     [a-z0-9._-]}
 * @param stamp raised by every change that voids remembered credentials or sessions
 */
@Value.Builder
public record User(
    long id,
    String name,
    String slug,
    String displayName,
    @Nullable String emailAddress,
    UserType type,
    boolean active,
    long stamp) {}
