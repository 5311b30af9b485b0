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
}
