package org.packhouse.app.hosting.fork;

/**
 * An application event: a repository borrows from a pool now, which has all that is in the
 * repository's own directory.
 */
public record BorrowingBegan(long repositoryId) {}
