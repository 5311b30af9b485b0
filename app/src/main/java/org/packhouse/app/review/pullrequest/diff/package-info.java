/**
 * The commits between which a pull request is compared, and the files that a reviewer has viewed.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.diff;
