/** Tests against a PostgreSQL of their own. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster.postgresql;
