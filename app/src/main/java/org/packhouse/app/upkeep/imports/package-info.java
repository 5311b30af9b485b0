/**
 * Imports of repositories from a URL, a directory, or a directory of many.
 *
 * <p>A row names the session that works on it, so imports of a dead process return to the queue.
 * Objects arrive in a bare repository that nobody sees and are handed over by {@code RefUpdates}.
 * Git may connect only to the addresses that were checked; credentials are used once and never
 * stored.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.upkeep.imports;
