/** Merges that wait until every check passes, and the decline of idle pull requests. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.automatic;
