package org.packhouse.app.identity.user;

/** An application event, published inside the transaction that removes a user. */
public record UserDeleted(User user) {}
