package org.packhouse.app.identity.user;

import org.jspecify.annotations.Nullable;

/** An account to create. It has no password: that is for authentication to give. */
public record NewUser(
    String name, String displayName, @Nullable String emailAddress, UserType type) {

  /** A person. */
  public static NewUser person(String name, String displayName, @Nullable String emailAddress) {
    return new NewUser(name, displayName, emailAddress, UserType.NORMAL);
  }
}
