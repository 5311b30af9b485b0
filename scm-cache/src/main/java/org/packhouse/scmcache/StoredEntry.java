package org.packhouse.scmcache;

import java.time.Instant;

public record StoredEntry(
    ResponseKey key, long bytes, long hits, Instant created, Instant lastUsed) {}
