/** Opens a pull request: its row, reviewers, default tasks and description. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.opening;
