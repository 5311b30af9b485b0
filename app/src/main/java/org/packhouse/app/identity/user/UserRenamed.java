package org.packhouse.app.identity.user;

/** An application event, published in the transaction that renames a user. */
public record UserRenamed(User before, User after) {}
