/** Tests with real members, and of their handshake. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hazelcast;
