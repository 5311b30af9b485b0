package org.packhouse.app.commit;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.packhouse.app.diff.LineEdits;

/** Compares two texts line by line, and lays hunks around the edits. */
final class LineDiff {

  private static final int CONTEXT = 3;

  private final RawText before;
  private final RawText after;
  private final Charset beforeCharset;
  private final Charset afterCharset;
  private final EditList edits;

  LineDiff(byte[] before, byte[] after) {
    this.before = new RawText(before);
    this.after = new RawText(after);
    this.beforeCharset = charset(before);
    this.afterCharset = charset(after);
    this.edits = LineEdits.between(this.before, this.after, RawTextComparator.DEFAULT);
  }

  int added() {
    return edits.stream().mapToInt(Edit::getLengthB).sum();
  }

  int removed() {
    return edits.stream().mapToInt(Edit::getLengthA).sum();
  }

  List<FileChange.Hunk> hunks() {
    List<FileChange.Hunk> hunks = new ArrayList<>();
    int first = 0;
    while (first < edits.size()) {
      int last = first;
      while (last + 1 < edits.size()
          && edits.get(last + 1).getBeginA() - edits.get(last).getEndA() <= 2 * CONTEXT) {
        last++;
      }
      hunks.add(hunk(edits.subList(first, last + 1)));
      first = last + 1;
    }
    return hunks;
  }

  private FileChange.Hunk hunk(List<Edit> group) {
    int lead = Math.min(CONTEXT, group.getFirst().getBeginA());
    int oldStart = group.getFirst().getBeginA() - lead;
    int newStart = group.getFirst().getBeginB() - lead;
    int oldEnd = Math.min(before.size(), group.getLast().getEndA() + CONTEXT);
    int newEnd = group.getLast().getEndB() + oldEnd - group.getLast().getEndA();
    List<FileChange.Line> lines = new ArrayList<>();
    int oldLine = oldStart;
    int newLine = newStart;
    for (Edit edit : group) {
      while (oldLine < edit.getBeginA()) {
        lines.add(context(oldLine++, newLine++));
      }
      while (oldLine < edit.getEndA()) {
        String text = text(before, oldLine, beforeCharset);
        lines.add(new FileChange.Line(++oldLine, 0, text));
      }
      while (newLine < edit.getEndB()) {
        String text = text(after, newLine, afterCharset);
        lines.add(new FileChange.Line(0, ++newLine, text));
      }
    }
    while (oldLine < oldEnd) {
      lines.add(context(oldLine++, newLine++));
    }
    int oldLines = oldEnd - oldStart;
    int newLines = newEnd - newStart;
    return new FileChange.Hunk(
        oldLines == 0 ? 0 : oldStart + 1,
        oldLines,
        newLines == 0 ? 0 : newStart + 1,
        newLines,
        lines);
  }

  private FileChange.Line context(int oldLine, int newLine) {
    return new FileChange.Line(oldLine + 1, newLine + 1, text(after, newLine, afterCharset));
  }

  private static String text(RawText text, int line, Charset charset) {
    String string = charset.decode(text.getRawString(line)).toString();
    return string.endsWith("\r") ? string.substring(0, string.length() - 1) : string;
  }

  private static Charset charset(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return StandardCharsets.UTF_8;
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }
}
