/**
 * Refs of a repository as readers see them: snapshots at a version, the files on disk, and rules
 * for names. Refs are moved in {@code storage.refs.move} alone.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.refs;
