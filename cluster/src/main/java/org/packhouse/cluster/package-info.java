/** Membership, node states, topics and leases: ports here, adapters in packages below. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster;
