package org.packhouse.app.identity.administration;

import org.jspecify.annotations.Nullable;

/**
 * Where the server hands in its mail.
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

  /** How it is spoken to. */
  public enum Protocol {
    /** Plain, or encrypted by STARTTLS. */
    SMTP,
    /** Encrypted from the beginning. */
    SMTPS
  }
}
