package org.packhouse.scmcache;

import java.time.Instant;

/**
 * A response in the cache.
 *
 * @param bytes its length
 * @param hits how often it was sent since this node started
 * @param lastUsed when it was last sent
 */
public record StoredEntry(
    ResponseKey key, long bytes, long hits, Instant created, Instant lastUsed) {}
