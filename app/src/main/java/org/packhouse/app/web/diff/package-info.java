/**
 * Diffs on pages of commits, comparisons and pull requests, loaded in parts. The entry is {@link
 * org.packhouse.app.web.diff.DiffPages}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.diff;
