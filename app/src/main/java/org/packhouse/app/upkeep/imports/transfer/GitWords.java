package org.packhouse.app.upkeep.imports.transfer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The last that git, and the other server by it, said beside its progress. */
final class GitWords {

  private static final int MAX_COUNT = 40;

  private final Deque<String> lines = new ArrayDeque<>();

  void add(String line) {
    lines.addLast(line);
    if (lines.size() > MAX_COUNT) {
      lines.removeFirst();
    }
  }

  /** Whether git itself said one of those, in any case of letters. */
  boolean say(String... parts) {
    String all = String.join("\n", own()).toLowerCase(Locale.ROOT);
    return Stream.of(parts).anyMatch(all::contains);
  }

  /** The line of git that tells the most: the first error, else the last line. */
  String reason() {
    List<String> own = own();
    return own.stream()
        .filter(line -> line.startsWith("error:") || line.startsWith("fatal:"))
        .findFirst()
        .orElse(own.isEmpty() ? "" : own.getLast())
        .replaceFirst("^(error|fatal): ", "");
  }

  /** The first words of the other server that are no progress; empty if there are none. */
  String ofRemote() {
    return lines.stream()
        .filter(line -> line.startsWith("remote: "))
        .map(line -> line.substring("remote: ".length()).strip())
        .filter(line -> !line.isEmpty() && !line.contains("objects:"))
        .findFirst()
        .orElse("");
  }

  private List<String> own() {
    return lines.stream().filter(line -> !line.startsWith("remote:")).toList();
  }
}
