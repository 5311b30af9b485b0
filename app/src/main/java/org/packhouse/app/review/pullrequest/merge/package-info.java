/**
 * Merges and rebases pull requests, and reverts or cherry-picks what they have merged.
 *
 * <p>The target of a merge is written down before the ref moves, so that a merge whose node died is
 * recognised. A strategy that cannot merge where git can is found by trying, and the outcome is
 * remembered.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.merge;
