/** Repacking, pruning and the trash, in the background. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.housekeeping;
