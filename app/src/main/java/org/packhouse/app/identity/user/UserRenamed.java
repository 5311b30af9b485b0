package org.packhouse.app.identity.user;

/** An application event, published inside the transaction that gives a user another name. */
public record UserRenamed(User before, User after) {}
