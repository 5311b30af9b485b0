/**
 * Hibernate's second-level cache in the memory of each node, with messages by which nodes void what
 * others hold. It may be late and is not believed where that would matter.
 *
 * <p>A change voids the row on this node and, after its commit, by a message on the others. A
 * cached row is believed only in the version that the request has just read, or where a late row
 * does no harm. All rows are voided at a gap in the messages, when the members change, and when a
 * row is deleted.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hibernate;
