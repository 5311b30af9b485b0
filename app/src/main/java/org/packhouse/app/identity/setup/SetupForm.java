package org.packhouse.app.identity.setup;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.setup.FirstStart.FirstSettings;
import org.packhouse.app.identity.user.NewUser;

/**
 * The form of the set-up page.
 *
 * @param displayName what the server is called
 * @param baseUrl where people reach it
 * @param username the administrator's name
 */
public record SetupForm(
    @Nullable String token,
    @Nullable String displayName,
    @Nullable String baseUrl,
    @Nullable String username,
    @Nullable String fullName,
    @Nullable String emailAddress,
    @Nullable String password,
    @Nullable String passwordConfirm) {

  /** What is missing or does not fit, by field. */
  Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    require(problems, "displayName", displayName, "Say what this server is called.");
    require(problems, "baseUrl", baseUrl, "Say where people reach this server.");
    require(problems, "username", username, "Choose a user name for the administrator.");
    require(problems, "fullName", fullName, "Say what the administrator is called.");
    require(problems, "password", password, "Choose a password.");
    if (password != null && !password.equals(passwordConfirm)) {
      problems.put("passwordConfirm", "The two passwords differ.");
    }
    return problems;
  }

  FirstSettings settings() {
    return new FirstSettings(
        text(displayName),
        text(baseUrl),
        NewUser.person(
            text(username),
            text(fullName),
            emailAddress == null || emailAddress.isBlank() ? null : emailAddress.strip()),
        Objects.requireNonNull(password));
  }

  @Override
  public String toString() {
    return "SetupForm[" + username + "]";
  }

  private static String text(@Nullable String value) {
    return Objects.requireNonNull(value).strip();
  }

  private static void require(
      Map<String, String> problems, String field, @Nullable String value, String message) {
    if (value == null || value.isBlank()) {
      problems.put(field, message);
    }
  }
}
