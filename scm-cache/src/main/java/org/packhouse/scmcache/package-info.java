/** The cache of fetch responses. */
@org.jspecify.annotations.NullMarked
package org.packhouse.scmcache;
