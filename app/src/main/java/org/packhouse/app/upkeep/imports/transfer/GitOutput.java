package org.packhouse.app.upkeep.imports.transfer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The last lines of git and of the other server, apart from progress. */
final class GitOutput {

  private static final int MAX_COUNT = 40;

  private final Deque<String> lines = new ArrayDeque<>();

  void add(String line) {
    lines.addLast(line);
    if (lines.size() > MAX_COUNT) {
      lines.removeFirst();
    }
  }

  /** Returns whether a line of git contains one of the texts, ignoring case. */
  boolean contains(String... parts) {
    String all = String.join("\n", own()).toLowerCase(Locale.ROOT);
    return Stream.of(parts).anyMatch(all::contains);
  }

  /** Returns the first error of git, or else its last line. */
  String reason() {
    List<String> own = own();
    return own.stream()
        .filter(line -> line.startsWith("error:") || line.startsWith("fatal:"))
        .findFirst()
        .orElse(own.isEmpty() ? "" : own.getLast())
        .replaceFirst("^(error|fatal): ", "");
  }

  /** Returns the first line of the other server; empty: none. */
  String remoteMessage() {
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
