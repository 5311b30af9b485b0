/** Tests with their own PostgreSQL. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.postgresql;
