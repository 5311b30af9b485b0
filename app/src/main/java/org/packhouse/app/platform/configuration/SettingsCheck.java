package org.packhouse.app.platform.configuration;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Refuses unknown settings, so that a typing error is found at the start. */
final class SettingsCheck {

  /** Names of Spring and its logging, which experts may use. */
  private static final List<String> OF_THE_FRAMEWORK =
      List.of("spring.", "logging.", "management.", "debug", "trace");

  private final KnownSettings known;
  private final ForeignSettings foreign;

  SettingsCheck(KnownSettings known, ForeignSettings foreign) {
    this.known = known;
    this.foreign = foreign;
  }

  /** Refuses an unknown key from {@code where}; returns a warning if it is one of Bitbucket's. */
  Optional<String> check(String key, String where) {
    if (known.knows(key) || foreign.meanings().containsKey(key)) {
      return Optional.empty();
    }
    Optional<String> advice = foreign.advice(key);
    if (advice.isPresent()) {
      return Optional.of(
          "The setting %s in %s has no effect. %s".formatted(key, where, advice.get()));
    }
    if (OF_THE_FRAMEWORK.stream().anyMatch(key::startsWith)) {
      return Optional.empty();
    }
    throw new StartRefusedException(
        "Unknown setting %s in %s%s."
            .formatted(
                key, where, known.nearest(key).map(name -> "; did you mean " + name).orElse("")));
  }

  /** Refuses the start if a variable of our prefix names no setting. */
  void checkVariables(Map<String, ?> environment) {
    List<String> ours =
        known.keys().stream().flatMap(key -> key.variables().stream()).sorted().toList();
    environment.keySet().stream()
        .filter(name -> name.startsWith("PACKHOUSE_") && !ours.contains(name))
        .sorted()
        .findFirst()
        .ifPresent(name -> {
          String nearest =
              ours.stream()
                  .filter(other -> other.startsWith("PACKHOUSE_"))
                  .min(Comparator.comparingInt(other -> EditDistance.between(name, other)))
                  .orElse("PACKHOUSE_HOME");
          throw new StartRefusedException(
              "Unknown environment variable %s; did you mean %s.".formatted(name, nearest));
        });
  }
}
