package org.packhouse.app.web.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A hunk as a page shows it.
 *
 * @param header such as {@code @@ -1,2 +1,3 @@ void f()}
 * @param lines one below the other
 * @param pairs side by side
 */
record ShownHunk(String header, List<Row> lines, List<Pair> pairs) {

  /**
   * A line.
   *
   * @param oldNumber its number before, or empty
   * @param newNumber its number after, or empty
   * @param kind {@code added}, {@code removed}, or empty
   * @param html its text, with what differs marked
   * @param note what is to be known of it, or empty
   */
  record Row(String oldNumber, String newNumber, String kind, String html, String note) {
    /** As a patch has it. */
    public String sign() {
      return kind.equals("added") ? "+" : kind.equals("removed") ? "-" : "";
    }
  }

  /** Lines beside each other; null: there is none. */
  record Pair(@Nullable Row left, @Nullable Row right) {}

  static ShownHunk of(FileChange.Hunk hunk) {
    List<Row> lines = new ArrayList<>();
    List<Pair> pairs = new ArrayList<>();
    List<FileChange.Line> all = hunk.lines();
    int i = 0;
    while (i < all.size()) {
      int removed = i;
      while (removed < all.size() && all.get(removed).isRemoved()) {
        removed++;
      }
      int added = removed;
      while (added < all.size() && all.get(added).isAdded()) {
        added++;
      }
      if (added == i) {
        Row row = row(all.get(i), WordDiff.plain(text(all.get(i))));
        lines.add(row);
        pairs.add(new Pair(row, row));
        i++;
      } else {
        change(all.subList(i, removed), all.subList(removed, added), lines, pairs);
        i = added;
      }
    }
    String function = hunk.function().isEmpty() ? "" : " " + hunk.function();
    return new ShownHunk(hunk.header() + function, lines, pairs);
  }

  private static void change(
      List<FileChange.Line> removed,
      List<FileChange.Line> added,
      List<Row> lines,
      List<Pair> pairs) {
    List<Row> left = new ArrayList<>();
    List<Row> right = new ArrayList<>();
    for (int i = 0; i < Math.max(removed.size(), added.size()); i++) {
      FileChange.Line old = i < removed.size() ? removed.get(i) : null;
      FileChange.Line now = i < added.size() ? added.get(i) : null;
      WordDiff words = old == null || now == null ? null : WordDiff.of(text(old), text(now));
      if (old != null) {
        left.add(row(old, words == null ? WordDiff.plain(text(old)) : words.beforeHtml()));
      }
      if (now != null) {
        right.add(row(now, words == null ? WordDiff.plain(text(now)) : words.afterHtml()));
      }
      pairs.add(
          new Pair(old == null ? null : left.getLast(), now == null ? null : right.getLast()));
    }
    lines.addAll(left);
    lines.addAll(right);
  }

  private static Row row(FileChange.Line line, String html) {
    return new Row(
        number(line.oldNumber()),
        number(line.newNumber()),
        line.isAdded() ? "added" : line.isRemoved() ? "removed" : "",
        html,
        line.truncated()
            ? "The line goes on."
            : line.lacksEnd() ? "No line feed at the end of the file." : "");
  }

  private static String number(int number) {
    return number == 0 ? "" : Integer.toString(number);
  }

  private static String text(FileChange.Line line) {
    String text = line.text();
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
