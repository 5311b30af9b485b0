/** One node: production for a single node, and what tests use. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.standalone;
