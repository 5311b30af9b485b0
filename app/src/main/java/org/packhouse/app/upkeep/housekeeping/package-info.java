/**
 * Housekeeping of repositories and pools: repacking, bitmaps, removal of superseded packs and of
 * unreachable objects, and the detection of damage. {@link
 * org.packhouse.app.upkeep.housekeeping.Housekeeping} is the entry.
 *
 * <p>A replaced pack is moved to {@code objects/superseded} a minute after it was listed, and
 * removed after {@code housekeeping.longest-operation}, each time only if the indexes show its
 * objects in packs that stay. Objects that nothing refers to go into a cruft pack and are dated by
 * when that was found. After a failure, a walk from all refs records what is missing.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.housekeeping;
