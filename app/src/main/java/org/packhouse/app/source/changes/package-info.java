/** Comparison of commits: changed paths, lines, counts, and diffs in git's format. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.changes;
