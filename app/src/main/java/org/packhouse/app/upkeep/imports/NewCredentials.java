package org.packhouse.app.upkeep.imports;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.Credentials;

/** Credentials as a user gives them. */
public record NewCredentials(@Nullable String username, @Nullable String password) {

  /** Checks that git can be given them; null: none were given. */
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
