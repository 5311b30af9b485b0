package org.packhouse.app.hosting.repository;

/** An application event, published inside the transaction in which HEAD got another branch. */
public record DefaultBranchChanged(long repositoryId) {}
