package org.packhouse.app.identity.administration;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * The mail server for outgoing mail.
 *
 * @param username null: no authentication
 * @param useStartTls whether to encrypt if the mail server can
 * @param requireStartTls whether to refuse a mail server that cannot encrypt
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MailServer(
    String hostname,
    int port,
    Protocol protocol,
    boolean useStartTls,
    boolean requireStartTls,
    @Nullable String username) {

  public enum Protocol {
    /** Plain, or encrypted by STARTTLS. */
    SMTP,
    /** TLS from the beginning. */
    SMTPS
  }

  private static final int MAX_LENGTH = 255;
  private static final int HIGHEST_PORT = 65_535;
  private static final int SMTP_PORT = 25;
  private static final int SMTPS_PORT = 465;

  /** Checks a mail server as it was typed, with the port of the protocol if there is none. */
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

  /** Checks a line of a form, at most 255 characters; null if it is empty. */
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
