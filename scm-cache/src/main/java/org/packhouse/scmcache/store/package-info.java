/**
 * Responses in files on a local disk: space, eviction and integrity.
 *
 * <p>All bytes of files are counted before they are written, and entries are evicted for room. A
 * hit is a hard link for each client, so an entry may be evicted meanwhile. A file begins with a
 * header that is written last and holds a checksum of what follows; nothing from an earlier process
 * is sent before it was verified. A part that several responses share is an entry of its own, read
 * through a mapping.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.store;
