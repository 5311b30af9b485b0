/**
 * Housekeeping of repositories and pools: repacking, bitmaps, removal of superseded packs and of
 * unreachable objects, and the detection of damage. {@link
 * org.packhouse.app.upkeep.housekeeping.Housekeeping} is the entry.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.housekeeping;
