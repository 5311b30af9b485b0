/**
 * Membership and topics by Hazelcast, and the only code that knows it. Not loaded on a single node.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hazelcast;
