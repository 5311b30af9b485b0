package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.changes.FileDiff;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/**
 * The lines of a changed file, or a sentence that a page shows instead.
 *
 * @param below the hidden lines after the last section; null: none
 * @param instead null: there are lines
 * @param notes about the file, and threads at hidden lines
 * @param cut annotations that are left out; null: none
 */
record DiffBody(
    List<DiffSection> sections,
    @Nullable DiffGap below,
    boolean truncated,
    @Nullable String instead,
    DiffNotes notes,
    DiffThreads.@Nullable Cut cut) {

  static DiffBody of(FileDiff file, DiffThreads left) {
    if (!(file.body() instanceof FileChange.Lines lines)) {
      return instead(sentence(file.body()), left);
    }
    if (lines.hunks().isEmpty() && !lines.truncated()) {
      return instead(same(file.change()), left);
    }
    List<DiffSection> sections = new ArrayList<>();
    int after = 0;
    int before = 0;
    for (FileChange.Hunk hunk : lines.hunks()) {
      int beginAfter = hunk.newLines() == 0 ? hunk.newStart() : hunk.newStart() - 1;
      int beginBefore = hunk.oldLines() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
      DiffGap gap = gap(after, beginAfter, beginAfter - beginBefore, false, hunk.function());
      sections.add(DiffSection.of(gap, hunk, file.colours(), left));
      after = beginAfter + hunk.newLines();
      before = beginBefore + hunk.oldLines();
    }
    DiffGap below =
        lines.truncated() ? null : gap(after, file.linesAfter(), after - before, true, "");
    return new DiffBody(sections, below, lines.truncated(), null, left.rest(), left.cut());
  }

  static DiffBody instead(String sentence, DiffThreads threads) {
    return new DiffBody(List.of(), null, false, sentence, threads.rest(), threads.cut());
  }

  private static @Nullable DiffGap gap(int begin, int end, int shift, boolean last, String about) {
    return begin < end ? new DiffGap(begin, end, shift, last, about) : null;
  }

  private static String same(Change change) {
    if (change.before() == null || change.after() == null) {
      return "The file is empty.";
    }
    return change.hasSameContent()
        ? "The content is the same."
        : "The content differs in white space alone.";
  }

  private static String sentence(FileChange.Body body) {
    if (!(body instanceof FileChange.Omitted omitted)) {
      return "";
    }
    return switch (omitted.reason()) {
      case BINARY -> "The file is binary.";
      case TOO_LARGE -> "The file is too large to compare on a page.";
      case TOO_MANY -> "There are more changed lines than a page can show.";
    };
  }

  /** Returns whether lines contain bidirectional control characters. */
  public boolean hasBidirectionalControls() {
    return sections.stream()
        .flatMap(section -> section.rows().stream())
        .anyMatch(row -> LineHtml.hasBidirectionalControls(row.html()));
  }

  int size() {
    return sections.stream().mapToInt(section -> section.rows().size()).sum();
  }
}
