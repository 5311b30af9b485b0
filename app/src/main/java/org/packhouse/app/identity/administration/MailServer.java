package org.packhouse.app.identity.administration;

import org.jspecify.annotations.Nullable;

/**
 * The server that takes the mail to be sent.
 *
 * @param port 1 to 65535
 * @param username who signs in there; null: nobody
 * @param useStartTls whether to encrypt if the mail server can
 * @param requireStartTls whether to refuse one that cannot
 */
public record MailServer(
    String hostname,
    int port,
    Protocol protocol,
    boolean useStartTls,
    boolean requireStartTls,
    @Nullable String username) {

  /** The protocol that it is spoken to in. */
  public enum Protocol {
    /** Plain, or encrypted by STARTTLS. */
    SMTP,
    /** Encrypted from the beginning. */
    SMTPS
  }
}
