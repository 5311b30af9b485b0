/**
 * Hibernate's second-level cache in each node's memory, invalidated by messages. Rows may be stale
 * and are not trusted where that matters.
 *
 * <p>A change voids the row on this node and, after its commit, by a message on the others. A
 * cached row is believed only in the version that the request has just read, or where a late row
 * does no harm. All rows are voided at a gap in the messages, when the members change, and when a
 * row is deleted.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hibernate;
