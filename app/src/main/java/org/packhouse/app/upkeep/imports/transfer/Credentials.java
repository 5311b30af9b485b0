package org.packhouse.app.upkeep.imports.transfer;

import org.packhouse.app.platform.refusal.InvalidFieldException;

/** A name and a secret that sign in to another server: used once, written down nowhere. */
public record Credentials(String username, String password) {

  private static final int MAX_LENGTH = 4096;

  /**
   * Credentials that git can be told.
   *
   * @throws InvalidFieldException if these cannot be
   */
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

  /** What git's helpers are asked for, as {@code git help credential} has it. */
  String forGit() {
    return "username=" + username + "\npassword=" + password + "\n";
  }

  /** Takes the secret out of what another program has said. */
  String removedFrom(String text) {
    return password.isEmpty() ? text : text.replace(password, "***");
  }

  @Override
  public String toString() {
    return "Credentials[***]";
  }
}
