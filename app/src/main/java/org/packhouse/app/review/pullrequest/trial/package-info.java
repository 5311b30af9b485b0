/**
 * Trial merges of open pull requests, by which their conflicts are known in advance.
 *
 * <p>A trial runs when a pull request is opened or its source moves; when a target moves, for the
 * ten pull requests that were changed last, and for others when somebody asks.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.trial;
