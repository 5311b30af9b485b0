package org.packhouse.app.hosting.fork;

/** An application event: a repository borrows from a pool that has all of its objects. */
public record BorrowingBegan(long repositoryId) {}
