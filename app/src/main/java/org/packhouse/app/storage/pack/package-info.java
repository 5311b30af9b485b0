/**
 * Packs and their indexes: parsing small packs in memory, and finding the pack of an object.
 *
 * <p>Packs of at most 100 objects share one lookup table, because a repository collects thousands
 * of them within a minute of pushes. A pack that has left quarantine is announced to the open
 * repository, so the directory need not be listed.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.pack;
