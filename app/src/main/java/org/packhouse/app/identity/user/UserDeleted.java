package org.packhouse.app.identity.user;

/** An application event, published in the transaction that deletes a user. */
public record UserDeleted(User user) {}
