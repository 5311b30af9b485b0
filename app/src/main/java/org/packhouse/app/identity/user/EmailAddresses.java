package org.packhouse.app.identity.user;

import java.util.regex.Pattern;
import org.packhouse.app.platform.rest.InvalidFieldException;

/** What an e-mail address looks like. */
public final class EmailAddresses {

  private static final int LONGEST = 255;
  private static final Pattern ADDRESS = Pattern.compile("[^\\s@]+@[^\\s@]+");

  private EmailAddresses() {}

  /**
   * The address, if it is one.
   *
   * @throws InvalidFieldException with that field's name if it is none
   */
  public static String check(String field, String address) {
    if (address.length() > LONGEST
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
