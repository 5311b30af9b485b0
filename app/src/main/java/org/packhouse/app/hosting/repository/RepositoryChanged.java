package org.packhouse.app.hosting.repository;

/** An application event, published in the transaction that changed name, place or visibility. */
public record RepositoryChanged(Repository before, Repository after) {}
