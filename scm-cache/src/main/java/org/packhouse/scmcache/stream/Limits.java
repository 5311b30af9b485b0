package org.packhouse.scmcache.stream;

/**
 * Limits of a response whose clients are slow or gone.
 *
 * @param lead how many bytes it may be ahead of the fastest follower
 * @param abandoned beyond how many bytes it is given up when nobody follows
 */
public record Limits(long lead, long abandoned) {}
