/** Trial merges of open pull requests, by which their conflicts are known in advance. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.trial;
