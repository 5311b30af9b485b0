package org.packhouse.hooks;

import org.jspecify.annotations.Nullable;

/**
 * The user, key or server that moves refs.
 *
 * @param userId null for an access key or the server itself
 * @param name the actor's name in logs
 */
public record Actor(@Nullable Long userId, String name) {}
