/** Contracts of the adapters for one node. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.standalone;
