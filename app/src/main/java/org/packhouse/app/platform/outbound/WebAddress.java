package org.packhouse.app.platform.outbound;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An HTTP address that this server is asked to connect to.
 *
 * @param host a name or an address, without brackets
 * @param target path and query, as they go on the wire
 */
public record WebAddress(boolean isTls, String host, int port, String target) {

  public static final int MAX_LENGTH = 2048;

  private static final int MAX_PORT = 65_535;
  private static final Pattern NUMBERS = Pattern.compile("(?:0[xX])?[0-9.]+|0[xX][0-9a-fA-F.]+");
  private static final Pattern IPV4 =
      Pattern.compile("(?:0|[1-9][0-9]{0,2})(?:\\.(?:0|[1-9][0-9]{0,2})){3}");

  /** The URL cannot be connected to; the message tells the user why. */
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** Refuses all but {@code http} and {@code https}, in a message without the URL's secrets. */
  public static WebAddress parse(String text) throws RefusedException {
    if (text.length() > MAX_LENGTH) {
      throw new RefusedException(
          "A URL has at most %d characters, not %d.".formatted(MAX_LENGTH, text.length()));
    }
    try {
      return of(new URI(text.strip()));
    } catch (URISyntaxException e) {
      throw new RefusedException("This is not a URL: " + e.getReason() + ".");
    }
  }

  /** Resolves a reference found here, such as a {@code Location} header. */
  public WebAddress resolve(String reference) throws RefusedException {
    if (reference.length() > MAX_LENGTH) {
      throw new RefusedException(
          "A URL has at most %d characters, not %d.".formatted(MAX_LENGTH, reference.length()));
    }
    try {
      return of(new URI(url()).resolve(new URI(reference.strip())));
    } catch (URISyntaxException e) {
      throw new RefusedException("This is not a URL: " + e.getReason() + ".");
    }
  }

  private static WebAddress of(URI uri) throws RefusedException {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    boolean isTls = scheme.equals("https");
    if (!isTls && !scheme.equals("http")) {
      throw new RefusedException("Only http and https are spoken.");
    }
    String host = uri.getHost();
    if (host == null || uri.getRawUserInfo() != null) {
      throw new RefusedException("A URL names a host here, and no user.");
    }
    if (NUMBERS.matcher(host).matches() && !IPV4.matcher(host).matches()) {
      // Programs disagree on what others mean: 0177.0.0.1 may be 127.0.0.1, or 177.0.0.1.
      throw new RefusedException(
          "An IPv4 address is four numbers with dots between them, without leading zeros.");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : isTls ? 443 : 80;
    if (port < 1 || port > MAX_PORT) {
      throw new RefusedException(port + " is not a port: 1 to 65535.");
    }
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    boolean brackets = host.startsWith("[") && host.endsWith("]");
    return new WebAddress(
        isTls, brackets ? host.substring(1, host.length() - 1) : host, port, ascii(path + query));
  }

  /** Refuses characters that a request line cannot hold, rather than guess. */
  private static String ascii(String target) throws RefusedException {
    if (target.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new RefusedException(
          "Write characters beyond ASCII in the path of a URL percent-encoded.");
    }
    return target;
  }

  /** Returns whether scheme, host and port are equal. */
  public boolean isAtTheSame(WebAddress other) {
    return isTls == other.isTls && port == other.port && host.equalsIgnoreCase(other.host);
  }

  /** Returns host and port, as the header {@code Host} names them. */
  public String authority() {
    String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == (isTls ? 443 : 80) ? shown : shown + ":" + port;
  }

  public String url() {
    return (isTls ? "https://" : "http://") + authority() + target;
  }
}
