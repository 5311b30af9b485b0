/** Responses in production: one writer, many readers. */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.stream;
