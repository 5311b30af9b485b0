package org.packhouse.app.identity.ratelimit;

/**
 * Limits of the server.
 *
 * @param enabled whether anybody is limited
 * @param usual the limit of those who have none of their own
 */
public record RateLimits(boolean enabled, RateLimit usual) {}
