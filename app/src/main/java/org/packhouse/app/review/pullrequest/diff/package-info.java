/**
 * Finds the commits between which a pull request, or a part of it, is compared, and remembers which
 * files a reviewer has viewed.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.diff;
