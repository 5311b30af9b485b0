/** Troubles with PostgreSQL, for tests. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.testing.database;
