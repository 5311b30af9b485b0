/** Tests with real members, and what they say before they let each other in. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hazelcast;
