package org.packhouse.app.networks.imports;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.InvalidFieldException;

/** Credentials as somebody gives them; either may be left out. */
public record NewCredentials(@Nullable String username, @Nullable String password) {

  private static final int LONGEST = 4096;

  /**
   * The credentials; null if none were given.
   *
   * @throws InvalidFieldException if git could not be told them
   */
  @Nullable Credentials check() {
    String name = username == null ? "" : username;
    String secret = password == null ? "" : password;
    return name.isEmpty() && secret.isEmpty() ? null : checked(name, secret);
  }

  static Credentials checked(String username, String password) {
    check("username", username);
    check("password", password);
    // A token alone: servers that take one ask for some name.
    return new Credentials(username.isEmpty() ? "token" : username, password);
  }

  private static void check(String field, String value) {
    if (value.length() > LONGEST || value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "credentials." + field,
          "The %s has at most %d characters and no line break or other control character."
              .formatted(field, LONGEST));
    }
  }

  @Override
  public String toString() {
    return "NewCredentials[***]";
  }
}
