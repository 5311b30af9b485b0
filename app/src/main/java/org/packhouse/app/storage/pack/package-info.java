/** Packs and their indexes: parsing small packs in memory, and finding the pack of an object. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.pack;
