/**
 * Delivery in this process, and the numbering that detects lost messages.
 *
 * <p>Each node numbers its messages and repeats its latest number one second after the last message
 * and whenever the members change. A subscriber that hears a number which does not follow, or hears
 * of a node for the first time, is told that it may have missed messages.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.delivery;
