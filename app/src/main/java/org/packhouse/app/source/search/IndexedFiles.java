package org.packhouse.app.source.search;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.source.highlight.Languages;
import org.packhouse.hooks.text.TextEncoding;

/** Decides which files are indexed: text, neither generated nor vendored. */
final class IndexedFiles {

  private static final Set<String> GENERATED_NAMES =
      Set.of(
          "package-lock.json",
          "npm-shrinkwrap.json",
          "yarn.lock",
          "pnpm-lock.yaml",
          "composer.lock",
          "cargo.lock",
          "poetry.lock",
          "pipfile.lock",
          "gemfile.lock",
          "flake.lock",
          "go.sum");

  private static final List<String> GENERATED_ENDINGS =
      List.of(".min.js", ".min.css", ".map", ".svg", ".lock");

  private static final int HEAD = 1000;
  private static final int MAX_AVERAGE_LINE = 300;
  private static final int MAX_PATH = 1000;

  private IndexedFiles() {}

  static boolean isWanted(String path) {
    if (path.length() > MAX_PATH || path.indexOf('\uFFFD') >= 0 || path.indexOf('\0') >= 0) {
      return false;
    }
    String[] segments = path.toLowerCase(Locale.ROOT).split("/", -1);
    for (int i = 0; i < segments.length - 1; i++) {
      if (Languages.isForeign(segments[i])) {
        return false;
      }
    }
    String name = segments[segments.length - 1];
    return !GENERATED_NAMES.contains(name) && GENERATED_ENDINGS.stream().noneMatch(name::endsWith);
  }

  /** Returns the text to index; empty if the file is binary or generated. */
  static Optional<String> text(String path, byte[] bytes) {
    // PostgreSQL stores no NUL, which text may have behind the first 8,000 bytes.
    return TextEncoding.decode(bytes)
        .filter(text -> !isGenerated(text))
        .map(text -> lower(path + "\n" + text.replace('\0', ' ')));
  }

  private static boolean isGenerated(String text) {
    String head = text.substring(0, Math.min(HEAD, text.length()));
    if (head.contains("@generated") || head.contains("DO NOT EDIT")) {
      return true;
    }
    long lines = text.chars().filter(c -> c == '\n').count() + 1;
    return text.length() > 10 * MAX_AVERAGE_LINE && text.length() / lines > MAX_AVERAGE_LINE;
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
