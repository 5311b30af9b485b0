package org.packhouse.app.identity.user;

import org.jspecify.annotations.Nullable;

/** An account to create, without a password. */
public record NewUser(
    String name, String displayName, @Nullable String emailAddress, UserType type) {

  public static NewUser person(String name, String displayName, @Nullable String emailAddress) {
    return new NewUser(name, displayName, emailAddress, UserType.NORMAL);
  }
}
