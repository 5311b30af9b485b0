/**
 * Comments, tasks, suggestions and pending reviews on a pull request, and the lines that they
 * belong to.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.comment;
