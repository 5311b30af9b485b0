package org.packhouse.app.hosting.repository;

/** An application event, published in the transaction that inserts a repository's row. */
public record RepositoryCreated(long repositoryId) {}
