package org.packhouse.app.hosting.repository;

/**
 * An application event, published inside the transaction that writes the row of a new repository:
 * whoever keeps a row for each repository begins it there.
 */
public record RepositoryCreated(long repositoryId) {}
