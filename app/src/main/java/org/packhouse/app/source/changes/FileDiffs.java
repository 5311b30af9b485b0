package org.packhouse.app.source.changes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
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

  /** Finds the syntax colours of the lines that a diff shows. */
  static final class LineColours {

    private static final int MAX_LINE = 2000;

    private LineColours() {}

    static Map<Integer, List<Span>> before(
        Change change, @Nullable FileText text, FileChange.Lines lines) {
      Change.Side side = change.before();
      return side == null || text == null
          ? Map.of()
          : of(side, text, numbers(lines, line -> line.isRemoved() ? line.oldNumber() : 0));
    }

    static Map<Integer, List<Span>> after(
        Change change, @Nullable FileText text, FileChange.Lines lines) {
      Change.Side side = change.after();
      return side == null || text == null
          ? Map.of()
          : of(side, text, numbers(lines, FileChange.Line::newNumber));
    }

    private static Set<Integer> numbers(
        FileChange.Lines lines, ToIntFunction<FileChange.Line> number) {
      Set<Integer> numbers = new HashSet<>();
      for (FileChange.Hunk hunk : lines.hunks()) {
        hunk.lines().forEach(line -> numbers.add(number.applyAsInt(line)));
      }
      numbers.remove(0);
      return numbers;
    }

    private static Map<Integer, List<Span>> of(
        Change.Side side, FileText text, Set<Integer> shown) {
      Highlighter colours = Highlighter.of(side.path().name());
      int last = shown.stream().mapToInt(number -> number).max().orElse(0);
      Map<Integer, List<Span>> spans = new HashMap<>();
      for (int number = 1; number <= last && colours.isUseful(); number++) {
        List<Span> line = colours.next(text.text(number - 1, MAX_LINE + 1));
        if (!line.isEmpty() && shown.contains(number)) {
          spans.put(number, line);
        }
      }
      return spans;
    }
  }
}
