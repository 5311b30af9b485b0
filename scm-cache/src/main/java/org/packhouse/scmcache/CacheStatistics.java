package org.packhouse.scmcache;

import org.immutables.value.Value;

/**
 * Counts of what the cache did since it was opened, and what it holds.
 *
 * @param hits requests answered from a stored response
 * @param joined requests that followed one that was being made
 * @param misses requests that made a response to be kept
 * @param bypassed requests whose response was made for them alone
 * @param entries how many responses are stored, and parts that several have in common
 * @param bytes their length together, in bytes
 * @param evictions how many were given up for room
 * @param steppedAside whether the disk refuses: nothing new is stored for now
 */
@Value.Builder
public record CacheStatistics(
    long hits,
    long joined,
    long misses,
    long bypassed,
    long entries,
    long bytes,
    long evictions,
    boolean steppedAside) {}
