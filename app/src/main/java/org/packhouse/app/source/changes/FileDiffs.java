package org.packhouse.app.source.changes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.highlight.HighlightedLine;
import org.packhouse.app.source.highlight.Highlighter;
import org.packhouse.app.source.highlight.Span;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileText;
import org.springframework.stereotype.Component;

/** Compares single files of two commits, for pages that load a diff one file at a time. */
@Component
public class FileDiffs {

  private final ChangeList changes;

  FileDiffs(ChangeList changes) {
    this.changes = changes;
  }

  /**
   * Names a change by new path, or old path of a deletion.
   *
   * @param source the old path, if the file was renamed
   * @param gone whether the deletion is meant, of a path that has changed its type
   */
  public record Name(TreePath path, @Nullable TreePath source, boolean gone) {}

  /** Finds a change; reads no other path than those named. */
  public Optional<Change> find(OpenRepository repository, CommitRange range, Name name)
      throws IOException {
    PathChoice choice = new PathChoice(name.path(), name.source(), false);
    return CommitDiff.split(changes.read(repository, range, choice)).stream()
        .filter(change -> change.path().equals(name.path()))
        .filter(change -> (change.after() == null) == name.gone())
        .findFirst();
  }

  public FileDiff read(OpenRepository repository, Change change, DiffOptions options)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      FileComparison comparison = new FileComparison(reader, options, Long.MAX_VALUE);
      FileChange.Body body = comparison.body(change, options.lines());
      FileText after = comparison.after();
      return new FileDiff(
          change,
          body,
          after == null ? 0 : after.lineCount(),
          body instanceof FileChange.Lines lines
              ? new FileDiff.Colours(
                  LineColours.before(change, comparison.before(), lines),
                  LineColours.after(change, after, lines))
              : FileDiff.Colours.NONE);
    }
  }

  /** Returns lines {@code begin}, from 0, to {@code end} of the new version, for expansion. */
  public List<HighlightedLine> lines(
      OpenRepository repository, Change change, int begin, int end, DiffOptions options)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      FileText text = FileText.readable(reader, change.after(), options.fileBytes());
      if (text == null || text.isBinary()) {
        return List.of();
      }
      List<HighlightedLine> lines = new ArrayList<>();
      Highlighter colours = Highlighter.of(change.path().name());
      for (int i = colours.isUseful() ? 0 : begin; i < Math.min(end, text.lineCount()); i++) {
        String line = text.text(i, options.lineLength());
        List<Span> spans = colours.next(line);
        if (i >= begin) {
          lines.add(new HighlightedLine(line, spans));
        }
      }
      return lines;
    }
  }
}
