package org.packhouse.app.identity.user;

/** An application event, published in the transaction that changed a user's address for mail. */
public record EmailAddressChanged(User user, String former) {}
