package org.packhouse.app.storage.diff;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;

/** A line diff of two texts, as hunks. */
public final class TextDiff {

  private final FileText before;
  private final FileText after;
  private final EditList edits;
  private final List<HunkRange> ranges;

  public TextDiff(FileText before, FileText after, int context, Whitespace whitespace) {
    this.before = before;
    this.after = after;
    this.edits = LineEdits.between(before.lines(), after.lines(), whitespace.comparator());
    this.ranges = HunkRange.around(edits, before.lines().size(), after.lines().size(), context);
  }

  public int added() {
    return edits.stream().mapToInt(Edit::getLengthB).sum();
  }

  public int removed() {
    return edits.stream().mapToInt(Edit::getLengthA).sum();
  }

  public List<HunkRange> ranges() {
    return ranges;
  }

  /** Returns git's section heading of each hunk, or empty. */
  public List<byte[]> functions() {
    List<byte[]> functions = new ArrayList<>();
    byte[] function = {};
    int looked = 0;
    for (HunkRange range : ranges) {
      byte[] nearer = before.functionAbove(range.beginA(), looked);
      function = nearer == null ? function : nearer;
      looked = range.beginA();
      functions.add(function);
    }
    return functions;
  }

  /** Returns hunks up to a number of lines, each cut at a length in characters. */
  public FileChange.Lines show(int lines, int lineLength) {
    List<FileChange.Hunk> hunks = new ArrayList<>();
    List<byte[]> functions = functions();
    int left = lines;
    for (HunkRange range : ranges) {
      if (left == 0) {
        return new FileChange.Lines(added(), removed(), hunks, true);
      }
      HunkLines shown = new HunkLines(before, after, left, lineLength);
      shown.fill(range);
      String function = before.decoded(functions.get(hunks.size()));
      hunks.add(
          new FileChange.Hunk(
              range.startA(),
              range.lengthA(),
              range.startB(),
              range.lengthB(),
              function,
              shown.lines(),
              shown.isTruncated()));
      left -= shown.lines().size();
      if (shown.isTruncated()) {
        return new FileChange.Lines(added(), removed(), hunks, true);
      }
    }
    return new FileChange.Lines(added(), removed(), hunks, false);
  }

  /** The lines of one hunk, up to a limit. */
  private static final class HunkLines {

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
}
