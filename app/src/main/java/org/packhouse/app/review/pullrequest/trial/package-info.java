/**
 * Merges of open pull requests that are tried in advance, so that their conflicts are known.
 *
 * <p>A trial runs when a pull request is opened or its source moves; when a target moves, for the
 * ten pull requests that were changed last, and for others when somebody asks.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.trial;
