package org.packhouse.app.hosting.fork;

/** An application event: packs were added to a pool; 0: the pool was created. */
public record PoolGrown(long poolId, int packs) {}
