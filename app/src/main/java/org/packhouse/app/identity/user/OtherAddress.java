package org.packhouse.app.identity.user;

/**
 * A further e-mail address of a user.
 *
 * @param confirmed whether it is the user's, so that commits with it are too
 * @param becomesPrimary whether mail goes there once it is confirmed
 */
public record OtherAddress(long id, String address, boolean confirmed, boolean becomesPrimary) {}
