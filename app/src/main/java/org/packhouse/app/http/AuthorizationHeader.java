package org.packhouse.app.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.Credential;

/** Reads {@code Authorization}: Basic (UTF-8) and Bearer. */
final class AuthorizationHeader {

  private AuthorizationHeader() {}

  /**
   * The credential that a header's value shows.
   *
   * @param value null if there was no such header
   * @param address of the client
   * @return null if the value cannot be read or its scheme is not known
   */
  static @Nullable Credential parse(@Nullable String value, String address) {
    if (value == null) {
      return new Credential.None();
    }
    int space = value.indexOf(' ');
    if (space < 0) {
      return null;
    }
    String rest = value.substring(space + 1).trim();
    return switch (value.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "basic" -> basic(rest, address);
      case "bearer" -> rest.isEmpty() ? null : new Credential.Bearer(rest, address);
      default -> null;
    };
  }

  private static @Nullable Credential basic(String encoded, String address) {
    String decoded;
    try {
      decoded = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
    int colon = decoded.indexOf(':');
    return colon < 0
        ? null
        : new Credential.Basic(decoded.substring(0, colon), decoded.substring(colon + 1), address);
  }
}
