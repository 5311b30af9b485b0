package org.packhouse.app.web.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.highlight.Highlighter;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.source.highlight.Span;

/**
 * Lines of a file that come together.
 *
 * @param start index of the first, from 0
 * @param end index behind the last
 * @param rows the lines; null: they come when they are scrolled to
 */
record CodePiece(int start, int end, @Nullable List<Row> rows) {

  /** How many lines come together. */
  static final int SIZE = 2000;

  /**
   * A line.
   *
   * @param number from 1
   * @param html its text, coloured
   * @param blame who wrote it; null if that is not asked for
   */
  record Row(int number, String html, BlamePage.@Nullable Row blame) {}

  /** All pieces of a file, of which the one that has a line comes with its lines. */
  static List<CodePiece> of(
      String name, List<String> lines, int shown, @Nullable List<BlamePage.Row> blame) {
    List<CodePiece> pieces = new ArrayList<>();
    for (int start = 0; start < lines.size(); start += SIZE) {
      int end = Math.min(start + SIZE, lines.size());
      boolean now = shown >= start && shown < end;
      pieces.add(new CodePiece(start, end, now ? rows(name, lines, start, end, blame) : null));
    }
    return pieces;
  }

  private static List<Row> rows(
      String name, List<String> lines, int start, int end, @Nullable List<BlamePage.Row> blame) {
    Highlighter colours = Highlighter.of(name);
    List<Row> rows = new ArrayList<>();
    for (int i = colours.isUseful() ? 0 : start; i < end; i++) {
      String line = lines.get(i);
      List<Span> spans = colours.next(line);
      if (i >= start) {
        BlamePage.Row writer = blame == null || i >= blame.size() ? null : blame.get(i);
        rows.add(new Row(i + 1, LineHtml.of(line, spans), writer));
      }
    }
    return rows;
  }
}
