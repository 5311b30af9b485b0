package org.packhouse.app.identity.setup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code setup.*}: the values of the set-up page. With name and password of an administrator the
 * first start sets the server up; later starts ignore them.
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
