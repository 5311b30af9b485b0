/**
 * Merges that wait until every check passes, and the decline of idle pull requests.
 *
 * <p>A wish to merge is for one commit and made in the user's name, whose right is asked when the
 * merge is made. A merge that fails although no check stands against it is tried after longer and
 * longer pauses.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.automatic;
