/**
 * PostgreSQL: the embedded one, or the one that settings name. Pools, clock, migrations and dumps.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.database;
