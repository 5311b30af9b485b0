package org.packhouse.app.identity.administration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

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

  private static final int MAX_LENGTH = 255;
  private static final int HIGHEST_PORT = 65_535;
  private static final int SMTP_PORT = 25;
  private static final int SMTPS_PORT = 465;

  /**
   * A mail server as somebody has typed it.
   *
   * @param port null: that of the protocol
   * @param protocol null or empty: SMTP
   * @throws InvalidFieldException if a value breaks a rule
   */
  public static MailServer of(
      @Nullable String hostname,
      @Nullable Integer port,
      @Nullable String protocol,
      boolean useStartTls,
      boolean requireStartTls,
      @Nullable String username) {
    String host = text("hostname", hostname);
    if (host == null || !host.matches("[A-Za-z0-9._:-]+")) {
      throw new InvalidFieldException(
          "hostname",
          "The host must be a name or an address, not %s."
              .formatted(host == null ? "none" : InvalidFieldException.quote(host)));
    }
    Protocol spoken = protocol(protocol);
    if (port != null && (port < 1 || port > HIGHEST_PORT)) {
      throw new InvalidFieldException(
          "port", "The port must be from 1 to %d, not %d.".formatted(HIGHEST_PORT, port));
    }
    return new MailServer(
        host,
        port != null ? port : spoken == Protocol.SMTP ? SMTP_PORT : SMTPS_PORT,
        spoken,
        useStartTls,
        requireStartTls,
        text("username", username));
  }

  private static Protocol protocol(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Protocol.SMTP;
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "SMTP" -> Protocol.SMTP;
      case "SMTPS" -> Protocol.SMTPS;
      default ->
          throw new InvalidFieldException(
              "protocol",
              "The protocol must be SMTP or SMTPS, not %s."
                  .formatted(InvalidFieldException.quote(name)));
    };
  }

  /**
   * A line of a form; null if it is empty.
   *
   * @throws InvalidFieldException if it is longer than 255 characters or has control characters
   */
  public static @Nullable String text(String field, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      return null;
    }
    if (value.length() > MAX_LENGTH || value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          field,
          "The field %s has at most %d characters and no control characters."
              .formatted(field, MAX_LENGTH));
    }
    return value;
  }
}
