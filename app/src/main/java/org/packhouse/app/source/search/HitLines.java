package org.packhouse.app.source.search;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.source.search.CodeHit.Line;
import org.packhouse.app.source.search.CodeHit.Part;

/** Selects the lines of a file that a result shows. */
final class HitLines {

  private static final int MAX_SHOWN = 5;
  private static final int AROUND = 1;
  private static final int MAX_LENGTH = 240;
  private static final int BEFORE_HIT = 60;

  private HitLines() {}

  /** The shown lines, in runs, and the number of lines with a term. */
  record Found(List<List<Line>> contexts, int count) {}

  static Found in(List<String> lines, List<String> terms) {
    List<List<Line>> contexts = new ArrayList<>();
    List<Line> run = new ArrayList<>();
    int count = 0;
    int end = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (!hasTerm(lines.get(i), terms)) {
        continue;
      }
      count++;
      if (count > MAX_SHOWN) {
        continue;
      }
      int from = Math.max(end, i - AROUND);
      if (from > end && !run.isEmpty()) {
        contexts.add(List.copyOf(run));
        run.clear();
      }
      int to = Math.min(lines.size(), i + AROUND + 1);
      for (int line = from; line < to; line++) {
        run.add(new Line(line + 1, parts(cut(lines.get(line), terms), terms)));
      }
      end = Math.max(end, to);
    }
    if (!run.isEmpty()) {
      contexts.add(List.copyOf(run));
    }
    return new Found(List.copyOf(contexts), count);
  }

  private static boolean hasTerm(String line, List<String> terms) {
    String lower = IndexedFiles.lower(line);
    return terms.stream().anyMatch(lower::contains);
  }

  private static String cut(String line, List<String> terms) {
    if (line.length() <= MAX_LENGTH) {
      return line;
    }
    String lower = IndexedFiles.lower(line);
    int first = terms.stream().mapToInt(lower::indexOf).filter(at -> at >= 0).min().orElse(0);
    int from = Math.max(0, Math.min(first - BEFORE_HIT, line.length() - MAX_LENGTH));
    int to = Math.min(line.length(), from + MAX_LENGTH);
    return (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
  }

  static List<Part> parts(String text, List<String> terms) {
    String lower = IndexedFiles.lower(text);
    if (lower.length() != text.length()) {
      // Lower-casing changed the length: positions do not match the original.
      return List.of(new Part(text, terms.stream().anyMatch(lower::contains)));
    }
    List<Part> parts = new ArrayList<>();
    int done = 0;
    while (done < text.length()) {
      int begin = text.length();
      int end = begin;
      for (String term : terms) {
        int at = lower.indexOf(term, done);
        if (at >= 0 && (at < begin || (at == begin && at + term.length() > end))) {
          begin = at;
          end = at + term.length();
        }
      }
      if (begin > done) {
        parts.add(new Part(text.substring(done, begin), false));
      }
      if (end > begin) {
        parts.add(new Part(text.substring(begin, end), true));
      }
      done = end;
    }
    return List.copyOf(parts);
  }
}
