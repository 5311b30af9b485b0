/**
 * Responses in files on a local disk: what they may take, which of them stay, and that they are
 * whole.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.store;
