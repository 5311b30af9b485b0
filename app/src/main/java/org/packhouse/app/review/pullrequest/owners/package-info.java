/** Code owners: the file in the target branch that names them, and the changed paths they own. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.owners;
