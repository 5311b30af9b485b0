/**
 * Membership and topics by Hazelcast, and the only code that knows it. Not loaded on a single node.
 *
 * <p>Hazelcast starts in the background, and again after a failure, so a node that cannot join
 * works alone. Before Hazelcast says anything on a connection, both nodes prove by nonce and HMAC
 * that they have the cluster's secret; a node that is refused is told why.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hazelcast;
