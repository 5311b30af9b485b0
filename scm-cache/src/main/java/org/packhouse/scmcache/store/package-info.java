/** Responses in files on a local disk: space, eviction and integrity. */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.store;
