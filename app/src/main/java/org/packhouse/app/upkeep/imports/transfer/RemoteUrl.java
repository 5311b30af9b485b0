package org.packhouse.app.upkeep.imports.transfer;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.net.IDN;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * The URL of a repository without credentials, rebuilt so that no other program reads another host
 * from it: a lower-case name, a decimal IPv4 address, or an IPv6 address without brackets.
 */
public record RemoteUrl(String scheme, String host, int port, String path) {

  private static final String FIELD = "url";
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_HOST_LENGTH = 253;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,62})(\\.[a-z0-9_]([a-z0-9_-]{0,62}))*");
  private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
  private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)");

  public record WithCredentials(RemoteUrl url, @Nullable Credentials credentials) {}

  /** Parses user input; refuses anything but an {@code http} or {@code https} URL. */
  public static WithCredentials parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new InvalidFieldException(FIELD, "An import needs the URL of a repository.");
    }
    if (text.length() > MAX_LENGTH) {
      throw new InvalidFieldException(
          FIELD, "A URL has at most " + MAX_LENGTH + " characters, not " + text.length() + ".");
    }
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      // The message would show the URL, with the password that may be in it.
      throw new InvalidFieldException(FIELD, "This is not a URL: " + e.getReason() + ".");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new InvalidFieldException(
          FIELD,
          "Repositories are imported by http and https, not by %s."
              .formatted(uri.getScheme() == null ? "a path" : quote(scheme)));
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new InvalidFieldException(
          FIELD, "The URL of a repository has no part that begins with ? or #.");
    }
    return parse(uri, scheme);
  }

  /** Parses the stored text of a URL. */
  public static RemoteUrl of(String stored) {
    return parse(stored).url();
  }

  private static WithCredentials parse(URI uri, String scheme) {
    String authority = uri.getRawAuthority();
    if (authority == null) {
      throw new InvalidFieldException(FIELD, "The URL names no host.");
    }
    int at = authority.lastIndexOf('@');
    String place = authority.substring(at + 1);
    int colon = place.endsWith("]") ? -1 : place.lastIndexOf(':');
    String host = colon < 0 ? place : place.substring(0, colon);
    int port = colon < 0 ? standardPort(scheme) : port(place.substring(colon + 1));
    String path = uri.getRawPath();
    if (path == null || path.isEmpty() || path.equals("/")) {
      throw new InvalidFieldException(
          FIELD, "The URL names a server, but no repository on it: a path is missing.");
    }
    return new WithCredentials(
        new RemoteUrl(scheme, host(host), port, path),
        at < 0 ? null : credentials(authority.substring(0, at)));
  }

  private static int standardPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private static int port(String text) {
    if (text.matches("\\d{1,5}")) {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= 65_535) {
        return port;
      }
    }
    throw new InvalidFieldException(FIELD, quote(text) + " is not a port: 1 to 65535.");
  }

  private static String host(String written) {
    if (written.startsWith("[") && written.endsWith("]")) {
      return literal(written.substring(1, written.length() - 1), written);
    }
    String host = ascii(written).toLowerCase(Locale.ROOT);
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    if (NUMERIC.matcher(host).matches()) {
      // 127.1, 0177.0.0.1 and 2130706433 are read as other addresses by other programs.
      if (!IPV4.matcher(host).matches()) {
        throw notAHost(written);
      }
      return literal(host, written);
    }
    if (host.length() > MAX_HOST_LENGTH || !NAME.matcher(host).matches()) {
      throw notAHost(written);
    }
    return host;
  }

  private static String ascii(String host) {
    try {
      return IDN.toASCII(host);
    } catch (IllegalArgumentException e) {
      throw notAHost(host);
    }
  }

  private static String literal(String text, String written) {
    if (text.indexOf('%') >= 0) {
      throw notAHost(written);
    }
    try {
      return InetAddress.ofLiteral(text).getHostAddress();
    } catch (IllegalArgumentException e) {
      throw notAHost(written);
    }
  }

  private static InvalidFieldException notAHost(String host) {
    return new InvalidFieldException(
        FIELD, quote(host) + " is neither the name of a host nor an address in its usual form.");
  }

  private static Credentials credentials(String userInfo) {
    int colon = userInfo.indexOf(':');
    String name = colon < 0 ? userInfo : userInfo.substring(0, colon);
    String password = colon < 0 ? "" : userInfo.substring(colon + 1);
    return Credentials.checked(decode(name), decode(password));
  }

  private static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Returns the address if the host is a literal. */
  @Nullable InetAddress literalAddress() {
    boolean literal = host.indexOf(':') >= 0 || IPV4.matcher(host).matches();
    return literal ? InetAddress.ofLiteral(host) : null;
  }

  @Override
  public String toString() {
    InetAddress literal = literalAddress();
    boolean brackets = literal != null && !(literal instanceof Inet4Address);
    String shown = brackets ? "[" + host + "]" : host;
    String end = port == standardPort(scheme) ? "" : ":" + port;
    return scheme + "://" + shown + end + path;
  }
}
