package org.packhouse.app.upkeep.imports.transfer;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads progress lines of git, such as {@code Receiving objects: 45% (450/1000), 3.20 MiB | 1.2
 * MiB/s} and {@code remote: Counting objects: 100% (12/12), done.}
 */
final class ProgressLines {

  private static final Map<String, ImportPhase> PHASES =
      Map.of(
          "remote: Enumerating objects", ImportPhase.COUNTING,
          "remote: Counting objects", ImportPhase.COUNTING,
          "remote: Compressing objects", ImportPhase.COMPRESSING,
          "Receiving objects", ImportPhase.RECEIVING,
          "Indexing objects", ImportPhase.RECEIVING,
          "Resolving deltas", ImportPhase.RESOLVING,
          "Checking object directories", ImportPhase.CHECKING,
          "Checking objects", ImportPhase.CHECKING,
          "Checking connectivity", ImportPhase.CHECKING);

  private static final Pattern LINE =
      Pattern.compile(
          "(?<title>[A-Za-z: ]+): +(?:(?<percent>\\d{1,3})% \\((?<done>\\d{1,18})/(?<total>\\d{1,18})\\)"
              + "|(?<count>\\d{1,18})(?!\\d))"
              + "(?:, (?<amount>\\d{1,9}(?:\\.\\d{1,3})?) (?<unit>bytes|KiB|MiB|GiB))?.*");

  private static final Map<String, Long> UNITS =
      Map.of("bytes", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

  private ProgressLines() {}

  /** Returns the progress after a line; null: the line shows none. */
  static @Nullable ImportProgress parse(String line, ImportProgress before) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return null;
    }
    ImportPhase phase = PHASES.get(matcher.group("title"));
    if (phase == null) {
      return null;
    }
    String amount = matcher.group("amount");
    long bytes =
        amount == null || phase != ImportPhase.RECEIVING
            ? before.bytes()
            : (long) (Double.parseDouble(amount) * UNITS.getOrDefault(matcher.group("unit"), 1L));
    String percent = matcher.group("percent");
    return percent == null
        ? new ImportProgress(phase, null, Long.parseLong(matcher.group("count")), null, bytes)
        : new ImportProgress(
            phase,
            Math.min(100, Integer.parseInt(percent)),
            Long.parseLong(matcher.group("done")),
            Long.parseLong(matcher.group("total")),
            bytes);
  }
}
