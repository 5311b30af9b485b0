package org.packhouse.app.storage.diff;

import org.eclipse.jgit.diff.RawText;

/**
 * Git's indent heuristic: chooses the place of an edit that could slide by the indentation of
 * surrounding lines. The weights are git's.
 */
final class Indents {

  private static final int BLANK = -1;
  private static final int TAB = 8;
  private static final int MAX_INDENT = 200;
  private static final int MAX_BLANKS = 20;
  private static final int MAX_SLIDING = 100;
  private static final int INDENT_WEIGHT = 60;

  private static final int AT_BEGIN = 1;
  private static final int AT_END = 21;
  private static final int BLANK_LINE = -30;
  private static final int BLANK_LINE_FROM_HERE = 6;
  private static final int FURTHER_IN = -4;
  private static final int FURTHER_IN_AFTER_BLANK = 10;
  private static final int FURTHER_OUT = 23;
  private static final int FURTHER_OUT_AND_IN_AGAIN = 24;
  private static final int FURTHER_OUT_AFTER_BLANK = 17;

  private final int[] indents;

  Indents(RawText text, int lines) {
    indents = new int[lines];
    for (int i = 0; i < indents.length; i++) {
      indents[i] = indent(text.getRawString(i));
    }
  }

  private static int indent(java.nio.ByteBuffer line) {
    int indent = 0;
    while (line.hasRemaining()) {
      byte octet = line.get();
      if (octet == ' ') {
        indent++;
      } else if (octet == '\t') {
        indent += TAB - indent % TAB;
      } else if (octet != '\r' && octet != '\n' && octet != '\f' && octet != 0x0b) {
        return indent;
      }
      if (indent >= MAX_INDENT) {
        return MAX_INDENT;
      }
    }
    return BLANK;
  }

  /** The badness of a split. */
  private record Score(int indent, int penalty) {
    Score plus(Score other) {
      return new Score(indent + other.indent, penalty + other.penalty);
    }

    boolean isNoWorseThan(Score other) {
      return INDENT_WEIGHT * Integer.signum(Integer.compare(indent, other.indent))
              + penalty
              - other.penalty
          <= 0;
    }
  }

  /** Returns the best end of a group of changed lines, between its lowest and highest ends. */
  int bestEnd(int lowest, int highest, int length) {
    int first = Math.max(highest, Math.max(lowest - length - 1, lowest - MAX_SLIDING));
    int best = first;
    Score bestScore = score(first).plus(score(first - length));
    for (int end = first + 1; end <= lowest; end++) {
      Score score = score(end).plus(score(end - length));
      if (score.isNoWorseThan(bestScore)) {
        bestScore = score;
        best = end;
      }
    }
    return best;
  }

  private Score score(int split) {
    boolean atEnd = split >= indents.length;
    int here = atEnd ? BLANK : indents[split];
    int blanksBefore = 0;
    int before = BLANK;
    for (int i = split - 1; i >= 0 && before == BLANK; i--) {
      before = indents[i];
      if (before == BLANK && ++blanksBefore == MAX_BLANKS) {
        before = 0;
      }
    }
    int blanksAfter = 0;
    int after = BLANK;
    for (int i = split + 1; i < indents.length && after == BLANK; i++) {
      after = indents[i];
      if (after == BLANK && ++blanksAfter == MAX_BLANKS) {
        after = 0;
      }
    }
    int penalty = before == BLANK && blanksBefore == 0 ? AT_BEGIN : 0;
    penalty += atEnd ? AT_END : 0;
    int blanksFrom = here == BLANK ? 1 + blanksAfter : 0;
    int blanks = blanksBefore + blanksFrom;
    penalty += BLANK_LINE * blanks + BLANK_LINE_FROM_HERE * blanksFrom;
    int indent = here == BLANK ? after : here;
    return new Score(indent, penalty + step(indent, before, after, blanks != 0));
  }

  /** Returns the penalty of a change of indentation. */
  private static int step(int indent, int before, int after, boolean blanks) {
    if (indent == BLANK || before == BLANK || indent == before) {
      return 0;
    }
    if (indent > before) {
      return blanks ? FURTHER_IN_AFTER_BLANK : FURTHER_IN;
    }
    boolean thenFurtherIn = after != BLANK && after > indent;
    return blanks
        ? FURTHER_OUT_AFTER_BLANK
        : thenFurtherIn ? FURTHER_OUT_AND_IN_AGAIN : FURTHER_OUT;
  }
}
