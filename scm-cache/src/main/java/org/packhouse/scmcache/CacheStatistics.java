package org.packhouse.scmcache;

import org.immutables.value.Value;

/**
 * Counters since the cache was opened, and its present content.
 *
 * @param joined requests that followed a running production
 * @param misses requests that started a production to be stored
 * @param bypassed requests whose response was produced for them alone
 * @param entries stored responses, and parts shared by several
 * @param steppedAside whether nothing is stored until the disk accepts writes again
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
