package org.packhouse.app.identity.ratelimit;

/** The rate limits of the server, and the usual one of requesters without their own. */
public record RateLimits(boolean enabled, RateLimit usual) {}
