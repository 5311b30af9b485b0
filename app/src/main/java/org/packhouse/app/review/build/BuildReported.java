package org.packhouse.app.review.build;

/** A build of a commit was told of, or taken back; published in the transaction of the change. */
public record BuildReported(BuildStatus.Subject subject) {}
