package org.packhouse.app.identity.user;

/**
 * An application event, published inside the transaction that removes a user: whoever keeps what is
 * the user's alone removes it there.
 */
public record UserDeleted(User user) {}
