/** Merging and rebasing in a quarantine: trees, commits, conflicts, and the pack that leaves. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.merge;
