package org.packhouse.app.web.diff;

import java.util.List;
import java.util.stream.IntStream;
import org.packhouse.app.source.highlight.HighlightedLine;
import org.packhouse.app.web.layout.Links;

/**
 * Lines between those that changed, which a page hides until they are asked for.
 *
 * @param begin index of the first in the later file, from 0
 * @param end index behind the last
 * @param shift how much greater indexes are in the later file than in the earlier one
 * @param last whether nothing that changed follows
 * @param about the line above that begins what the next lines are a part of, or empty
 */
record DiffGap(int begin, int end, int shift, boolean last, String about) {

  static final int STEP = 20;

  /** How many lines. */
  public int size() {
    return end - begin;
  }

  /** Whether the first of them go on with what is shown above, and there are more. */
  public boolean goesOn() {
    return begin > 0 && size() > STEP;
  }

  /** Whether the last of them lead on to what is shown below, and there are more. */
  public boolean leadsOn() {
    return !last && size() > STEP;
  }

  /** The parameters by which the first of them are asked for. */
  String[] above() {
    return parameters("above");
  }

  /** The parameters by which the last of them are asked for. */
  String[] below() {
    return parameters("below");
  }

  /** The parameters by which all of them are asked for. */
  String[] all() {
    return parameters("all");
  }

  private String[] parameters(String take) {
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

  /** These lines, none of which changed, with what is remarked on them. */
  List<DiffRow> rows(List<HighlightedLine> lines, DiffRemarks.OfFile remarks) {
    DiffThreads threads = new DiffThreads(List.of(), remarks);
    return IntStream.range(0, lines.size())
        .mapToObj(i -> DiffRow.plain(begin + i + 1 - shift, begin + i + 1, lines.get(i), threads))
        .toList();
  }
}
