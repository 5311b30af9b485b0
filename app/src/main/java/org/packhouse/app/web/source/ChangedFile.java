package org.packhouse.app.web.source;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A changed file as the page of a commit shows it.
 *
 * @param path where it is, or was if it is gone
 * @param title its path, or both when it was moved
 * @param kind name of the {@link FileChange.Kind}
 * @param url the file after the commit, or before it when it is gone; without the context path
 * @param hunks its lines; empty if {@code omitted} says why there are none
 * @param truncated whether some are left out
 */
record ChangedFile(
    TreePath path,
    String title,
    String kind,
    String icon,
    String word,
    String url,
    @Nullable String modeChange,
    int added,
    int removed,
    List<ShownHunk> hunks,
    boolean truncated,
    @Nullable String omitted) {

  static ChangedFile of(FileChange file, Locations before, Locations after) {
    Change change = file.change();
    FileChange.Lines lines = file.body() instanceof FileChange.Lines shown ? shown : null;
    Change.Side source = change.movedFrom();
    boolean gone = change.after() == null;
    return new ChangedFile(
        change.path(),
        source != null ? source.path() + " → " + change.path() : change.path().display(),
        change.kind().name(),
        icon(change.kind()),
        word(change),
        gone ? before.browse(change.path()) : after.browse(change.path()),
        modeChange(change),
        lines == null ? 0 : lines.added(),
        lines == null ? 0 : lines.removed(),
        lines == null ? List.of() : lines.hunks().stream().map(ShownHunk::of).toList(),
        lines != null && lines.truncated(),
        omitted(file));
  }

  private static @Nullable String modeChange(Change change) {
    Change.Side before = change.before();
    Change.Side after = change.after();
    return before == null || after == null || before.mode() == after.mode()
        ? null
        : "%06o → %06o".formatted(before.mode(), after.mode());
  }

  private static String icon(FileChange.Kind kind) {
    return switch (kind) {
      case ADDED -> "file-plus";
      case DELETED -> "file-minus";
      case MODIFIED -> "file-diff";
      case RENAMED, COPIED -> "files";
    };
  }

  private static String word(Change change) {
    String likeness =
        change.similarity() == 0 || change.similarity() == 100
            ? ""
            : ", %d %% alike".formatted(change.similarity());
    return switch (change.kind()) {
      case ADDED -> "added";
      case DELETED -> "deleted";
      case MODIFIED -> "modified";
      case RENAMED -> "renamed" + likeness;
      case COPIED -> "copied" + likeness;
    };
  }

  private static @Nullable String omitted(FileChange change) {
    return switch (change.body()) {
      case FileChange.Lines lines when lines.hunks().isEmpty() && !lines.truncated() ->
          "The content is the same.";
      case FileChange.Lines _ -> null;
      case FileChange.Omitted left ->
          switch (left.reason()) {
            case BINARY -> "The file is binary.";
            case TOO_LARGE -> "The file is too large to compare on a page.";
            case TOO_MANY -> "There are more changed lines than a page can show.";
          };
    };
  }
}
