/** A single node, in production and in tests. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.standalone;
