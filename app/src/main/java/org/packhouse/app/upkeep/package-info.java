/** Keeps repositories small, safe and arriving: housekeeping, backups, imports. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.upkeep;
