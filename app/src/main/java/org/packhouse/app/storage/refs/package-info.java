/**
 * Refs of a repository as readers see them: snapshots at a version, the files on disk, and name
 * rules. Only {@code storage.refs.move} moves refs.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.refs;
