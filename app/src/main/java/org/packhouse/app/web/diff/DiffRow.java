package org.packhouse.app.web.diff;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.highlight.HighlightedLine;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A line of a diff as a page shows it.
 *
 * @param oldNumber may be empty
 * @param newNumber may be empty
 * @param kind {@code added}, {@code removed}, or empty
 * @param html with changed words marked
 * @param note a remark such as a missing line feed; may be empty
 * @param marked whether a comment on several lines includes the line
 */
record DiffRow(
    String oldNumber,
    String newNumber,
    String kind,
    String html,
    String note,
    DiffNotes notes,
    boolean marked) {

  /** Lines side by side, either of which may be missing, and the notes at both. */
  record Pair(@Nullable DiffRow left, @Nullable DiffRow right, DiffNotes notes) {

    public String classes() {
      boolean same = left != null && right != null && left.kind().isEmpty();
      boolean marked = (left != null && left.marked()) || (right != null && right.marked());
      return (same ? "" : "changed") + (marked ? " marked" : "");
    }
  }

  static DiffRow of(FileChange.Line line, String html, DiffThreads threads) {
    return new DiffRow(
        number(line.oldNumber()),
        number(line.newNumber()),
        line.isAdded() ? "added" : line.isRemoved() ? "removed" : "",
        html,
        line.truncated()
            ? "The line goes on."
            : line.lacksEnd() ? "No line feed at the end of the file." : "",
        threads.at(line.oldNumber(), line.newNumber()),
        threads.isMarked(line.oldNumber(), line.newNumber()));
  }

  static DiffRow plain(int oldNumber, int newNumber, HighlightedLine line, DiffThreads threads) {
    String html = LineHtml.of(withoutReturn(line.text()), line.spans());
    return new DiffRow(
        number(oldNumber),
        number(newNumber),
        "",
        html,
        "",
        threads.at(oldNumber, newNumber),
        threads.isMarked(oldNumber, newNumber));
  }

  public @Nullable String classes() {
    return !marked ? (kind.isEmpty() ? null : kind) : kind.isEmpty() ? "marked" : kind + " marked";
  }

  public String sign() {
    return kind.equals("added") ? "+" : kind.equals("removed") ? "-" : "";
  }

  static String withoutReturn(String text) {
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private static String number(int number) {
    return number == 0 ? "" : Integer.toString(number);
  }
}
