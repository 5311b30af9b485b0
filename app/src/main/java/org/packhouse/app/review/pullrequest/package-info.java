/**
 * Pull requests: their rows, participants, reviews and activities. The packages below it use each
 * other in this order only: diff, comment, owners; condition, trial, rescope; merge, automatic,
 * opening; rest.
 *
 * <p>All rows of a new pull request and its {@code refs/pull-requests/N/from} appear in one
 * transaction. Lists take one statement for each kind of row and ask git nothing. The target's
 * place of many open pull requests is one row, so a push of the target writes one row.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.pullrequest;
