/** Delivery in this process, and the numbering that detects lost messages. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.delivery;
