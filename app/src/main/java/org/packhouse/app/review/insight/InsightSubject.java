package org.packhouse.app.review.insight;

/** A commit of a repository, which reports are about. */
public record InsightSubject(long repositoryId, String commit) {}
