/** Merges and rebases pull requests, and recognises those that a push has merged. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.merge;
