package org.packhouse.hooks;

/** A repository, by its row id. */
public record RepositoryId(long value) {}
