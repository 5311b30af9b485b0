package org.packhouse.app.hosting.fork;

/**
 * An application event: packs have come into a pool, none when its row was made.
 *
 * @param packs how many
 */
public record PoolGrown(long poolId, int packs) {}
