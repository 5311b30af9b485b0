package org.packhouse.app.review.build;

/** A build of a commit was reported or deleted; published in the transaction of the change. */
public record BuildReported(BuildStatus.Subject subject) {}
