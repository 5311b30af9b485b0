/** Adapters whose truth is in PostgreSQL: the same for every node, whatever nodes can see. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.postgresql;
