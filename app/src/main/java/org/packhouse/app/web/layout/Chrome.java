package org.packhouse.app.web.layout;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * The frame around every page's content.
 *
 * @param path the page's address, to return to after the sign-in
 */
public record Chrome(
    String serverName,
    @Nullable User user,
    Rights rights,
    Look look,
    Notices notices,
    String path) {

  /** The user's rights beyond single projects. */
  public record Rights(
      boolean mayCreateProjects, boolean mayAdminister, boolean mayAdministerSystem) {}

  /**
   * The appearance that the user chose for this browser.
   *
   * @param theme {@code light}, {@code dark}, or null: the system's
   * @param diffColours {@code blue-orange}, or null: green and red
   */
  public record Look(@Nullable String theme, @Nullable String diffColours, boolean shortcuts) {}

  /**
   * Notices above the content.
   *
   * @param announcement HTML
   * @param maintenance whether all but system administrators are locked out
   * @param busy {@code queued} or {@code refused}; null: neither
   */
  public record Notices(
      @Nullable String announcement, boolean maintenance, @Nullable String busy) {}
}
