/**
 * Code owners: the file in the target branch that names them, and the paths of a pull request that
 * each owns.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.owners;
