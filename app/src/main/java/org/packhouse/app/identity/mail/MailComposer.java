package org.packhouse.app.identity.mail;

import java.util.List;
import java.util.Optional;
import org.packhouse.app.identity.user.User;

/** Finds the words of mails of one kind at the moment when they are sent. */
public interface MailComposer {

  /** Names the kind: unique, and the same for ever. */
  String kind();

  /**
   * A mail that tells of all these.
   *
   * @param recipient an active user, with an address unless the mail {@linkplain #addressesItself()
   *     has its own}
   * @param payloads as they were queued, the oldest first; several are those of one bundle
   * @return nothing if there is nothing (more) that the recipient is to hear or may read
   */
  Optional<Mail> compose(User recipient, List<String> payloads);

  /** Whether each mail says where it goes, so that its recipient needs no address. */
  default boolean addressesItself() {
    return false;
  }
}
