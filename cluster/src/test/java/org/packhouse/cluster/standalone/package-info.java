/** Runs the contracts against the adapters of one node. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.standalone;
