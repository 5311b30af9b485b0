/** Merges of open pull requests that are tried in advance, so that their conflicts are known. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.trial;
