package org.packhouse.app.identity.setup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code setup.*}: what the set-up page would ask for. With a name and a password of an
 * administrator the first start sets the server up by itself; later starts ignore all of it.
 *
 * @param displayName what the server is called; default {@code Packhouse}
 * @param baseUrl where people reach the server; default: this machine's port
 */
@ConfigurationProperties("setup")
record SetupSettings(
    @Nullable String displayName, @Nullable String baseUrl, @Nullable Administrator sysadmin) {

  /** {@code setup.sysadmin.*}: the first system administrator. */
  record Administrator(
      @Nullable String username,
      @Nullable String password,
      @Nullable String displayName,
      @Nullable String emailAddress) {

    @Override
    public String toString() {
      return "Administrator[" + username + "]";
    }
  }

  boolean isUnattended() {
    return sysadmin != null && sysadmin.username() != null && sysadmin.password() != null;
  }
}
