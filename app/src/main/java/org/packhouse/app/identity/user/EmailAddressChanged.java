package org.packhouse.app.identity.user;

/**
 * Mail to a user goes to another address from now on, or to none. Told in the transaction of the
 * change.
 *
 * @param former the address that mail went to
 */
public record EmailAddressChanged(User user, String former) {}
