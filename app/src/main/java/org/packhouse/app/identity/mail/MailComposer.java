package org.packhouse.app.identity.mail;

import java.util.List;
import java.util.Optional;
import org.packhouse.app.identity.user.User;

/** Composes mails of one kind when they are sent. */
public interface MailComposer {

  /** Returns a name that is unique and never changes. */
  String kind();

  /**
   * Composes one mail; empty: nothing is left that the recipient may read.
   *
   * @param recipient an active user, with an address unless {@link #addressesItself()}
   * @param payloads of one bundle, the oldest first
   */
  Optional<Mail> compose(User recipient, List<String> payloads);

  /** Returns whether mails name their address, so that the recipient needs none. */
  default boolean addressesItself() {
    return false;
  }
}
