/** The cache of a node: joins what is being made with what is stored. */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache.file;
