/**
 * Comparison of commits: changed paths, lines, counts, and diffs in git's format.
 *
 * <p>A comparison goes from where the histories parted and may read two repositories at once.
 * Totals are counted once and remembered by both commits; 128 MB are read at most, and "at least"
 * is said beyond.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.changes;
