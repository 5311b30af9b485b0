/**
 * Diffs on pages of commits, comparisons and pull requests, loaded in parts. The entry is {@link
 * org.packhouse.app.web.diff.DiffPages}.
 *
 * <p>The first HTML has totals, the tree of files, a hundred heads and 600 lines at most; the rest
 * is fetched in parts whose address names both commits. Comments are a port, so commits and pull
 * requests share the component.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.diff;
