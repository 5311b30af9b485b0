/** Merges and rebases pull requests, and reverts or cherry-picks what they have merged. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.merge;
