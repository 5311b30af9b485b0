package org.packhouse.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Words and options of a command line.
 *
 * @param words those that belong to no option
 * @param options values by name; a switch has none
 */
record CommandLine(List<String> words, Map<String, List<String>> options) {

  /** Options that take no value. */
  private static final Set<String> SWITCHES = Set.of("--once", "--quick");

  /**
   * Reads one.
   *
   * @param known the options that there are
   */
  static CommandLine of(List<String> arguments, Set<String> known) throws UsageException {
    List<String> words = new ArrayList<>();
    Map<String, List<String>> options = new TreeMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("--")) {
        words.add(argument);
        continue;
      }
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (!known.contains(name)) {
        throw new UsageException(
            "Unknown option " + name + "; known are " + String.join(", ", known) + ".");
      }
      List<String> values = options.computeIfAbsent(name, _ -> new ArrayList<>());
      if (SWITCHES.contains(name)) {
        continue;
      }
      if (equals >= 0) {
        values.add(argument.substring(equals + 1));
      } else if (i + 1 < arguments.size()) {
        i++;
        values.add(arguments.get(i));
      } else {
        throw new UsageException("The option " + name + " needs a value.");
      }
    }
    return new CommandLine(List.copyOf(words), options);
  }

  boolean has(String option) {
    return options.containsKey(option);
  }

  List<String> all(String option) {
    return options.getOrDefault(option, List.of());
  }

  Optional<String> last(String option) {
    List<String> values = all(option);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
  }
}
