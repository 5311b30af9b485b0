/**
 * Membership and topics by Hazelcast: the only code that knows it. Nothing here is loaded by a
 * server that is alone.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hazelcast;
