/**
 * Trial merges of open pull requests, by which their conflicts are known in advance.
 *
 * <p>A trial runs when a pull request is opened or its source moves. After a move of the target it
 * runs when somebody looks, as hundreds of pull requests may have that target.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.trial;
