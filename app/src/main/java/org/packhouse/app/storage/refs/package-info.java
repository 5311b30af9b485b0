/**
 * Refs of a repository as readers see them: snapshots at a version, the files on disk, and name
 * rules. Only {@code storage.refs.move} moves refs.
 *
 * <p>Snapshots are kept for one version of each repository, and brought up to a newer version by
 * the moves stored in PostgreSQL; the disk is read where they do not fit. A difference on disk
 * counts as another program's move once it has stood for {@code refs.foreign-moves-after} with no
 * packing of refs in between.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.refs;
