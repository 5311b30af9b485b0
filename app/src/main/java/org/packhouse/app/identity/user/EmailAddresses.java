package org.packhouse.app.identity.user;

import java.net.URI;
import java.util.regex.Pattern;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** The form of e-mail addresses. */
public final class EmailAddresses {

  private static final int MAX_LENGTH = 255;
  private static final Pattern ADDRESS = Pattern.compile("[^\\s@]+@[^\\s@]+");

  private EmailAddresses() {}

  /** Returns the user's address, or {@code slug@host}: clients and commits require one. */
  public static String of(User user, String baseUrl) {
    String known = user.emailAddress();
    return known == null || known.isBlank() ? at(user.slug(), baseUrl) : known;
  }

  /** Returns an address at the host of the server. */
  public static String at(String name, String baseUrl) {
    String host = URI.create(baseUrl).getHost();
    return name.replaceAll("[^A-Za-z0-9._~+-]", "-") + "@" + (host == null ? "localhost" : host);
  }

  /** Returns the address, or refuses it as that field. */
  public static String check(String field, String address) {
    if (address.length() > MAX_LENGTH
        || !ADDRESS.matcher(address).matches()
        || address.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          field,
          InvalidFieldException.quote(address)
              + " is not an e-mail address: use name@host, at most 255 characters, no spaces");
    }
    return address;
  }
}
