package org.packhouse.app.upkeep.imports;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.upkeep.imports.transfer.Credentials;

/** Credentials as somebody gives them; either may be left out. */
public record NewCredentials(@Nullable String username, @Nullable String password) {

  /**
   * The credentials; null if none were given.
   *
   * @throws InvalidFieldException if git could not be told them
   */
  @Nullable Credentials check() {
    String name = username == null ? "" : username;
    String secret = password == null ? "" : password;
    return name.isEmpty() && secret.isEmpty() ? null : Credentials.checked(name, secret);
  }

  @Override
  public String toString() {
    return "NewCredentials[***]";
  }
}
