/**
 * Reads commits, their order, their authors and their signatures, and resolves revisions. Knows no
 * branches' features, no diffs and no pages.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.commit;
