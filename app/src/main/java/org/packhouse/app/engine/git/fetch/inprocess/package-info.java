/**
 * Fetch responses without a native git process. {@code InProcessFetch} is the entry.
 *
 * <p>A clone of all branches is the pack that has the bitmap, copied as it is, and what came since;
 * the bytes that the clone before it got for the increment are reused. A clone of depth 1 after a
 * push is a pack kept of an earlier commit and the difference, if that commit is in the history of
 * what is wanted and at most an eighth has changed. A response beyond the limits, or one that fails
 * before its first byte, is left to native git.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.fetch.inprocess;
