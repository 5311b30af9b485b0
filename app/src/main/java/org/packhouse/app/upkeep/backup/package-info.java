/**
 * Backup and restore of a server, made while it runs.
 *
 * <p>The database is copied in one snapshot, then refs with their version locked, then objects by
 * hard links, until no listed pack is missing; {@code backup.json} is written last. A restore
 * writes the moves after the snapshot down and has the first node tell every listener of them;
 * merges among them are closed by the same commit.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.backup;
