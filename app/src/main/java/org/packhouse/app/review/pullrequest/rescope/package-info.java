/**
 * Brings open pull requests up to date when a push moves their source or target branch.
 *
 * <p>A push of a source costs a few statements for each of its pull requests, one of a target a
 * single row and the pull requests whose commits it brings. What a forced push takes away stays
 * reachable by {@code refs/packhouse/keep/*}.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.rescope;
