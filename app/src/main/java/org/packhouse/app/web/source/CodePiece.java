package org.packhouse.app.web.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.highlight.Highlighter;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.source.highlight.Span;

/**
 * Lines of a file that are loaded together, from index {@code start} to before {@code end}. {@code
 * rows} is null until the reader scrolls there.
 */
record CodePiece(int start, int end, @Nullable List<Row> rows) {

  static final int SIZE = 2000;

  /** A line, numbered from 1; {@code html} is highlighted, {@code blame} null unless asked for. */
  record Row(int number, String html, BlamePage.@Nullable Row blame) {}

  /** Splits a file into pieces; only the one with the line {@code shown} has its rows. */
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
