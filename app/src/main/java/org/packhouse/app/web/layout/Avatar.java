package org.packhouse.app.web.layout;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.avatar.Initials;

/** A picture, given by its path without the context path, or initials on a colour. */
public record Avatar(String initials, int hue, @Nullable String picture) {

  /** Derives the colour from the id, which survives a rename. */
  public static Avatar of(String name, long id) {
    return new Avatar(Initials.of(name), Initials.hue(id), null);
  }

  /** Derives the colour from the address, for a person without account. */
  public static Avatar of(String name, String email) {
    return new Avatar(
        Initials.of(name), Initials.hue(email.toLowerCase(Locale.ROOT).hashCode()), null);
  }

  Avatar with(String path) {
    return new Avatar(initials, hue, path);
  }
}
