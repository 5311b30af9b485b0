/**
 * Diffs as pages show them: one component for commits, comparisons and pull requests, which comes
 * in parts.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.diff;
