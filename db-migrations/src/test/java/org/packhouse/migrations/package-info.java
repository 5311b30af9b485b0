/** Applies the migrations to a real PostgreSQL. */
@org.jspecify.annotations.NullMarked
package org.packhouse.migrations;
