package org.packhouse.app.identity.mail;

import java.util.List;
import java.util.Optional;
import org.packhouse.app.identity.user.User;

/** Composes mails of one kind when they are sent. */
public interface MailComposer {

  /** Returns a name that is unique and never changes. */
  String kind();

  /**
   * Composes one mail from payloads, the oldest first; empty: nothing is left that the recipient,
   * who is active, may read.
   */
  Optional<Mail> compose(User recipient, List<String> payloads);

  /** Returns whether mails name their address, so that the recipient needs none. */
  default boolean addressesItself() {
    return false;
  }
}
