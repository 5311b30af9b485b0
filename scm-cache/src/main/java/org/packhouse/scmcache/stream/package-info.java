/**
 * Responses in production: one writer, many readers.
 *
 * <p>The producer runs in a thread of the cache and appends to a spool, and each client, the first
 * one included, follows it at its own pace. If the spool takes no more, the rest goes through a
 * small ring in memory at the pace of the slowest follower, so a full disk costs the entry and no
 * clone. A production without followers is finished if it is short and has begun.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.stream;
