package org.packhouse.hooks;

/** A repository's database id. */
public record RepositoryId(long value) {}
