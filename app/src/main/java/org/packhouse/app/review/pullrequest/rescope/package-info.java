/** Brings open pull requests up to date when a push moves their source or target branch. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.rescope;
