/**
 * Merges that wait until every check passes, and the decline of pull requests that nobody has
 * touched.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.automatic;
