package org.packhouse.app.web.diff;

import java.util.List;
import java.util.stream.IntStream;
import org.packhouse.app.source.highlight.HighlightedLine;
import org.packhouse.app.web.layout.Links;

/**
 * Unchanged lines that a page hides until they are expanded.
 *
 * @param begin index of the first in the later file, from 0
 * @param end index after the last
 * @param shift index in the later file minus index in the earlier one
 * @param last whether no hunk follows
 * @param about the heading of the next hunk, such as the enclosing function; may be empty
 */
record DiffGap(int begin, int end, int shift, boolean last, String about) {

  static final int STEP = 20;

  public int size() {
    return end - begin;
  }

  /** Returns whether some of the lines can be expanded below the hunk above. */
  public boolean canExpandStart() {
    return begin > 0 && size() > STEP;
  }

  /** Returns whether some of the lines can be expanded above the hunk below. */
  public boolean canExpandEnd() {
    return !last && size() > STEP;
  }

  /**
   * Returns the query of the lines; {@code take} is {@code above}, {@code below} or {@code all}.
   */
  String[] parameters(String take) {
    return new String[] {
      "begin=" + begin,
      "end=" + end,
      "shift=" + shift,
      "take=" + take,
      last ? "last=1" : "",
      about.isEmpty() ? "" : "about=" + Links.encode(about)
    };
  }

  DiffGap from(int other) {
    return new DiffGap(other, end, shift, last, about);
  }

  DiffGap to(int other) {
    return new DiffGap(begin, other, shift, last, about);
  }

  List<DiffRow> rows(List<HighlightedLine> lines, DiffAnnotations.OfFile annotations) {
    DiffThreads threads = new DiffThreads(List.of(), annotations);
    return IntStream.range(0, lines.size())
        .mapToObj(i -> DiffRow.plain(begin + i + 1 - shift, begin + i + 1, lines.get(i), threads))
        .toList();
  }
}
