package org.packhouse.app.identity.password;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The most common passwords: published ones, also with digits and signs around, and keyboard runs.
 */
final class CommonPasswords {

  private static final Set<String> WORDS =
      Set.of(
          "abcdefgh",
          "admin",
          "administrator",
          "baseball",
          "bitbucket",
          "changeit",
          "changeme",
          "computer",
          "default",
          "dragon",
          "football",
          "iloveyou",
          "letmein",
          "login",
          "master",
          "monkey",
          "packhouse",
          "pass",
          "passw0rd",
          "password",
          "passwort",
          "princess",
          "qwert",
          "qwerty",
          "qwertyui",
          "qwertyuiop",
          "qwertz",
          "qwertzuiop",
          "secret",
          "starwars",
          "sunshine",
          "superman",
          "test",
          "trustno",
          "welcome");
  private static final Set<String> RUNS =
      Set.of(
          "1q2w3e4r",
          "1q2w3e4r5t",
          "1qaz2wsx",
          "abcd1234",
          "asdfghjk",
          "asdfghjkl",
          "q1w2e3r4",
          "qazwsxedc",
          "zaq12wsx",
          "zxcvbnm1");
  private static final Pattern AROUND = Pattern.compile("^[^a-z]+|[^a-z]+$");
  private static final String DIGITS = "01234567890123456789";
  private static final String DIGITS_BACK = "98765432109876543210";

  private CommonPasswords() {}

  static boolean has(String password) {
    String folded = password.toLowerCase(Locale.ROOT);
    return folded.chars().distinct().count() <= 2
        || DIGITS.contains(folded)
        || DIGITS_BACK.contains(folded)
        || RUNS.contains(folded)
        || WORDS.contains(folded)
        || WORDS.contains(AROUND.matcher(folded).replaceAll(""));
  }
}
