package org.packhouse.app.storage.diff;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;

/** The lines of one hunk, up to a limit. */
final class HunkLines {

  private final FileText before;
  private final FileText after;
  private final int most;
  private final int lineLength;
  private final List<FileChange.Line> lines = new ArrayList<>();
  private int inA;
  private int inB;
  private boolean truncated;

  HunkLines(FileText before, FileText after, int most, int lineLength) {
    this.before = before;
    this.after = after;
    this.most = most;
    this.lineLength = lineLength;
  }

  List<FileChange.Line> lines() {
    return lines;
  }

  boolean isTruncated() {
    return truncated;
  }

  void fill(HunkRange range) {
    inA = range.beginA();
    inB = range.beginB();
    for (Edit edit : range.edits()) {
      common(edit.getBeginA());
      while (inA < edit.getEndA() && hasRoom()) {
        add(inA + 1, 0, before, inA++);
      }
      while (inB < edit.getEndB() && hasRoom()) {
        add(0, inB + 1, after, inB++);
      }
    }
    common(range.endA());
  }

  private void common(int end) {
    while (inA < end && hasRoom()) {
      add(++inA, inB + 1, after, inB++);
    }
  }

  private boolean hasRoom() {
    truncated |= lines.size() == most;
    return !truncated;
  }

  private void add(int oldNumber, int newNumber, FileText text, int line) {
    String whole = text.text(line);
    String shown = FileText.cut(whole, lineLength);
    lines.add(
        new FileChange.Line(
            oldNumber, newNumber, shown, shown.length() < whole.length(), text.lacksEnd(line)));
  }
}
