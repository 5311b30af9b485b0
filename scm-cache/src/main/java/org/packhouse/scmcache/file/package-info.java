/** The cache of a node: combines productions with the store. */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.file;
