package org.packhouse.app.web.layout;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.avatar.Initials;

/**
 * A picture, or initials on a colour, that stand for somebody or something.
 *
 * @param initials one or two letters
 * @param hue number of the colour
 * @param picture address of the picture that was uploaded, without the context path; null: none
 */
public record Avatar(String initials, int hue, @Nullable String picture) {

  /**
   * For a user, project or repository: the colour is made from the id and stays when it is renamed.
   */
  public static Avatar of(String name, long id) {
    return new Avatar(Initials.of(name), Initials.hue(id), null);
  }

  /** For somebody of whom only name and address are known. */
  public static Avatar of(String name, String email) {
    return new Avatar(
        Initials.of(name), Initials.hue(email.toLowerCase(Locale.ROOT).hashCode()), null);
  }

  /** The same with a picture. */
  Avatar with(String path) {
    return new Avatar(initials, hue, path);
  }
}
