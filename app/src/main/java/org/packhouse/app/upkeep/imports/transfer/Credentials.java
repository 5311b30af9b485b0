package org.packhouse.app.upkeep.imports.transfer;

import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Credentials for another server, used once and never stored. */
public record Credentials(String username, String password) {

  private static final int MAX_LENGTH = 4096;

  /** Refuses credentials that git cannot be given. */
  public static Credentials checked(String username, String password) {
    check("username", username);
    check("password", password);
    // A token alone: servers that take one ask for some name.
    return new Credentials(username.isEmpty() ? "token" : username, password);
  }

  private static void check(String field, String value) {
    if (value.length() > MAX_LENGTH || value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "credentials." + field,
          "The %s has at most %d characters and no line break or other control character."
              .formatted(field, MAX_LENGTH));
    }
  }

  /** Returns the format of {@code git help credential}. */
  String forGit() {
    return "username=" + username + "\npassword=" + password + "\n";
  }

  /** Removes the secret from another program's output. */
  String removedFrom(String text) {
    return password.isEmpty() ? text : text.replace(password, "***");
  }

  @Override
  public String toString() {
    return "Credentials[***]";
  }
}
