package org.packhouse.app.identity.user;

/**
 * An e-mail address of a user beside the one that mail goes to.
 *
 * @param confirmed whether it is known to be the user's, so that commits that name it are theirs
 * @param becomesPrimary whether mail goes there from its confirmation on
 */
public record OtherAddress(long id, String address, boolean confirmed, boolean becomesPrimary) {}
