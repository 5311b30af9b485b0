package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.changes.FileDiff;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.storage.diff.FileChange;

/** The lines of a hunk in both layouts, and the hidden lines above it. */
record DiffSection(@Nullable DiffGap gap, List<DiffRow> rows, List<DiffRow.Pair> pairs) {

  static DiffSection of(
      @Nullable DiffGap gap, FileChange.Hunk hunk, FileDiff.Colours colours, DiffThreads threads) {
    List<DiffRow> rows = new ArrayList<>();
    List<DiffRow.Pair> pairs = new ArrayList<>();
    List<FileChange.Line> all = hunk.lines();
    int i = 0;
    while (i < all.size()) {
      int removed = i;
      while (removed < all.size() && all.get(removed).isRemoved()) {
        removed++;
      }
      int added = removed;
      while (added < all.size() && all.get(added).isAdded()) {
        added++;
      }
      if (added == i) {
        DiffRow row = DiffRow.of(all.get(i), plain(all.get(i), colours), threads);
        rows.add(row);
        pairs.add(new DiffRow.Pair(row, row, row.notes()));
        i++;
      } else {
        change(all.subList(i, removed), all.subList(removed, added), colours, threads, rows, pairs);
        i = added;
      }
    }
    return new DiffSection(gap, rows, pairs);
  }

  private static void change(
      List<FileChange.Line> removed,
      List<FileChange.Line> added,
      FileDiff.Colours colours,
      DiffThreads threads,
      List<DiffRow> rows,
      List<DiffRow.Pair> pairs) {
    List<DiffRow> left = new ArrayList<>();
    List<DiffRow> right = new ArrayList<>();
    for (int i = 0; i < Math.max(removed.size(), added.size()); i++) {
      FileChange.Line old = i < removed.size() ? removed.get(i) : null;
      FileChange.Line now = i < added.size() ? added.get(i) : null;
      WordDiff words = old == null || now == null ? null : WordDiff.of(text(old), text(now));
      if (old != null) {
        String html = words == null ? plain(old, colours) : words.beforeHtml(colours.of(old));
        left.add(DiffRow.of(old, html, threads));
      }
      if (now != null) {
        String html = words == null ? plain(now, colours) : words.afterHtml(colours.of(now));
        right.add(DiffRow.of(now, html, threads));
      }
      pairs.add(pair(old == null ? null : left.getLast(), now == null ? null : right.getLast()));
    }
    rows.addAll(left);
    rows.addAll(right);
  }

  private static DiffRow.Pair pair(@Nullable DiffRow left, @Nullable DiffRow right) {
    DiffNotes before = left == null ? DiffNotes.NOTHING : left.notes();
    DiffNotes after = right == null ? DiffNotes.NOTHING : right.notes();
    return new DiffRow.Pair(left, right, before.and(after));
  }

  private static String plain(FileChange.Line line, FileDiff.Colours colours) {
    return LineHtml.of(text(line), colours.of(line));
  }

  private static String text(FileChange.Line line) {
    return DiffRow.withoutReturn(line.text());
  }
}
