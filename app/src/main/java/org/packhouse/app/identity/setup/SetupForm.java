package org.packhouse.app.identity.setup;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.setup.FirstRunSetup.FirstSettings;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;

/** The form of the set-up page, with the name of the server and its administrator. */
public record SetupForm(
    @Nullable String displayName,
    @Nullable String baseUrl,
    @Nullable String username,
    @Nullable String fullName,
    @Nullable String emailAddress,
    @Nullable String password,
    @Nullable String passwordConfirm) {

  /** Returns messages about missing and malformed values, by field. */
  Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    require(problems, "displayName", displayName, "Say what this server is called.");
    require(problems, "baseUrl", baseUrl, "Say where people reach this server.");
    require(problems, "username", username, "Choose a user name for the administrator.");
    require(problems, "fullName", fullName, "Say what the administrator is called.");
    require(problems, "password", password, "Choose a password.");
    if (username != null && fullName != null) {
      for (InvalidFieldException.Field broken : Accounts.brokenRules(administrator())) {
        problems.putIfAbsent(fieldOf(broken), broken.message());
      }
    }
    check(problems, "baseUrl", () -> FirstRunSetup.checked(text(baseUrl)));
    check(
        problems,
        "password",
        () -> Passwords.check(Objects.requireNonNull(password), username == null ? "" : username));
    if (password != null && !password.equals(passwordConfirm)) {
      problems.put("passwordConfirm", "The two passwords differ.");
    }
    return problems;
  }

  private static void check(Map<String, String> problems, String field, Runnable rule) {
    if (!problems.containsKey(field)) {
      try {
        rule.run();
      } catch (RefusedException e) {
        problems.put(field, e.sentence());
      }
    }
  }

  /** Returns the field of this form for a field of an account. */
  static String fieldOf(InvalidFieldException.Field broken) {
    return switch (broken.name()) {
      case "name" -> "username";
      case "displayName" -> "fullName";
      default -> broken.name();
    };
  }

  private NewUser administrator() {
    return NewUser.person(
        text(username),
        text(fullName),
        emailAddress == null || emailAddress.isBlank() ? null : emailAddress.strip());
  }

  FirstSettings settings() {
    return new FirstSettings(
        text(displayName), text(baseUrl), administrator(), Objects.requireNonNull(password));
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
