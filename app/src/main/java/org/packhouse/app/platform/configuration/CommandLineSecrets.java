package org.packhouse.app.platform.configuration;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recognises secrets on the command line. */
final class CommandLineSecrets {

  private static final Pattern SECRET =
      Pattern.compile(".*(password|passphrase|secret|token)", Pattern.CASE_INSENSITIVE);

  private CommandLineSecrets() {}

  /** Returns a warning without the value. */
  static Optional<String> warning(String key, @Nullable Object value) {
    return SECRET.matcher(key).matches() && value != null && !value.toString().isEmpty()
        ? Optional.of(
            "The setting %s is on the command line, where everybody on this machine can read it; put it into the environment or into packhouse.properties."
                .formatted(key))
        : Optional.empty();
  }
}
