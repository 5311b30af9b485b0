package org.packhouse.app.identity.user;

import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Asks for the confirmation of an e-mail address, by a link that is mailed there. */
public interface AddressConfirmation {

  /** Whether a link can be mailed for that user. */
  boolean canSend(User user);

  /**
   * Sends a link to an address that the user has named.
   *
   * @throws InvalidFieldException if too many were sent for the user
   */
  void send(User user, OtherAddress address);
}
