package org.packhouse.app.hosting.repository;

/** An application event, published in the transaction that changes the default branch. */
public record DefaultBranchChanged(long repositoryId) {}
