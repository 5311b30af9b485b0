/**
 * Pull requests: their rows, participants, reviews and activities. The packages below it use each
 * other in this order only: diff, comment, owners; condition, trial, rescope; merge, automatic,
 * opening; rest.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.pullrequest;
