package org.packhouse.app.hosting.repository;

/**
 * An application event, published inside the transaction in which a repository got another name,
 * place, description or openness.
 */
public record RepositoryChanged(Repository before, Repository after) {}
