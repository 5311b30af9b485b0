/** PostgreSQL: the embedded one or the one that settings name. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.database;
