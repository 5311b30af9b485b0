/**
 * Hibernate's second-level cache in each node's memory, invalidated by messages. Rows may be stale
 * and are not trusted where that matters.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hibernate;
