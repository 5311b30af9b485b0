/**
 * Packs and their indexes: those that are small enough to be parsed in memory, and the answer to
 * which pack holds an object.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.pack;
