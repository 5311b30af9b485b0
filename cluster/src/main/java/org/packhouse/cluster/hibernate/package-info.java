/**
 * Hibernate's second-level cache in the memory of each node, with messages by which nodes void what
 * others hold. It may be late and is not believed where that would matter.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.hibernate;
