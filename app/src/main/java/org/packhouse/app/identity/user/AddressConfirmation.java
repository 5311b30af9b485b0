package org.packhouse.app.identity.user;

/** Asks users to confirm e-mail addresses, by links mailed there. */
public interface AddressConfirmation {

  boolean canSend(User user);

  /** Mails a link to an address of the user, or refuses after too many. */
  void send(User user, OtherAddress address);
}
