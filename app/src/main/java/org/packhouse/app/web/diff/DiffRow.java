package org.packhouse.app.web.diff;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.highlight.HighlightedLine;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A line as a page shows it.
 *
 * @param oldNumber its number before, or empty
 * @param newNumber its number after, or empty
 * @param kind {@code added}, {@code removed}, or empty
 * @param html its text, with what differs marked
 * @param note what is to be known of it, or empty
 * @param said what stands there
 * @param marked whether a comment on several lines is about it
 */
record DiffRow(
    String oldNumber,
    String newNumber,
    String kind,
    String html,
    String note,
    DiffSaid said,
    boolean marked) {

  /**
   * Lines beside each other; null: there is none.
   *
   * @param said what stands at either
   */
  record Pair(@Nullable DiffRow left, @Nullable DiffRow right, DiffSaid said) {

    /** The classes of its row. */
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

  /** One that did not change. */
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

  /** The classes of its row; null: none. */
  public @Nullable String classes() {
    return !marked ? (kind.isEmpty() ? null : kind) : kind.isEmpty() ? "marked" : kind + " marked";
  }

  /** As a patch has it. */
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
