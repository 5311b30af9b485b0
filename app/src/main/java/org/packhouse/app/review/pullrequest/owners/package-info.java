/**
 * Code owners: the file in the target branch that names them, and the changed paths they own.
 *
 * <p>Rules are remembered by the id of the file's contents. A file of more than 256 KB or 2,000
 * rules counts for nothing, since the last matching rule decides and may be among those cut off.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.owners;
