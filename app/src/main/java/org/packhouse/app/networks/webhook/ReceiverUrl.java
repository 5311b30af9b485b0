package org.packhouse.app.networks.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.InvalidFieldException;

/**
 * The address of a receiver.
 *
 * @param host a name or an address, without brackets
 * @param target path and query, as they go on the wire
 */
record ReceiverUrl(boolean isTls, String host, int port, String target) {

  private static final String FIELD = "url";
  private static final int MAX_LENGTH = 2048;
  private static final int MAX_PORT = 65_535;

  /**
   * Reads what a user gave, or what was stored.
   *
   * @throws InvalidFieldException if it is no {@code http} or {@code https} URL
   */
  static ReceiverUrl parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new InvalidFieldException(FIELD, "A webhook needs the URL of a receiver.");
    }
    if (text.length() > MAX_LENGTH) {
      throw new InvalidFieldException(
          FIELD, "A URL has at most %d characters, not %d.".formatted(MAX_LENGTH, text.length()));
    }
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      // The message would show the URL, with what may be secret in it.
      throw new InvalidFieldException(FIELD, "This is not a URL: " + e.getReason() + ".");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new InvalidFieldException(FIELD, "Receivers are told by http and https alone.");
    }
    if (uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new InvalidFieldException(
          FIELD,
          "The URL of a receiver names a host, and no user: credentials have fields of their own.");
    }
    return of(uri, scheme.equals("https"));
  }

  private static ReceiverUrl of(URI uri, boolean isTls) {
    int port = uri.getPort() >= 0 ? uri.getPort() : isTls ? 443 : 80;
    if (port < 1 || port > MAX_PORT) {
      throw new InvalidFieldException(FIELD, port + " is not a port: 1 to 65535.");
    }
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String host = uri.getHost();
    boolean brackets = host.startsWith("[") && host.endsWith("]");
    return new ReceiverUrl(
        isTls, brackets ? host.substring(1, host.length() - 1) : host, port, ascii(path + query));
  }

  /** Characters that a line of a request cannot hold are refused, not guessed. */
  private static String ascii(String target) {
    if (target.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new InvalidFieldException(
          FIELD, "Write characters beyond ASCII in the path of a URL percent-encoded.");
    }
    return target;
  }

  /** Whether the same program takes both, as far as addresses tell. */
  boolean isAtTheSame(ReceiverUrl other) {
    return isTls == other.isTls && port == other.port && host.equalsIgnoreCase(other.host);
  }

  /** Host and port, as the header {@code Host} names them. */
  String authority() {
    String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == (isTls ? 443 : 80) ? shown : shown + ":" + port;
  }
}
