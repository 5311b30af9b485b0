package org.packhouse.hooks;

import org.jspecify.annotations.Nullable;

/**
 * The mover of refs.
 *
 * @param userId the user; null for an access key or the server itself
 * @param name what logs call the actor
 */
public record Actor(@Nullable Long userId, String name) {}
