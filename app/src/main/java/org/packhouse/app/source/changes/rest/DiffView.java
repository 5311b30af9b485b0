package org.packhouse.app.source.changes.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.changes.CommitChanges;
import org.packhouse.app.source.changes.DiffOptions;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.PathView;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.app.storage.diff.FileChange;

/** A diff in the REST dialect; {@code truncated} if files, hunks or lines are left out. */
public record DiffView(
    @Nullable String fromHash,
    String toHash,
    int contextLines,
    String whitespace,
    List<FileView> diffs,
    boolean truncated) {

  /**
   * A changed file. Without source it was added, without destination deleted; without hunks it is
   * binary. Comments are null for none, or if not requested.
   */
  public record FileView(
      @Nullable PathView source,
      @Nullable PathView destination,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean binary,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<HunkView> hunks,
      boolean truncated,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Object> fileComments,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Object> lineComments) {

    private FileView(
        @Nullable PathView source,
        @Nullable PathView destination,
        @Nullable Boolean binary,
        @Nullable List<HunkView> hunks,
        boolean truncated) {
      this(source, destination, binary, hunks, truncated, null, null);
    }
  }

  public record HunkView(
      String context,
      int sourceLine,
      int sourceSpan,
      int destinationLine,
      int destinationSpan,
      List<SegmentView> segments,
      boolean truncated) {}

  public record SegmentView(String type, List<LineView> lines, boolean truncated) {}

  /** A line with old and new number; a missing number is that of the next line on that side. */
  public record LineView(
      int source,
      int destination,
      String line,
      boolean truncated,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Long> commentIds) {

    LineView with(@Nullable List<Long> comments) {
      return new LineView(source, destination, line, truncated, comments);
    }
  }

  static DiffView of(CommitRange range, CommitChanges changes, DiffOptions options) {
    List<FileView> files = changes.files().stream().map(DiffView::file).toList();
    return new DiffView(
        range.since(),
        range.until(),
        options.context(),
        options.ignoreWhitespace() ? "IGNORE_ALL" : "SHOW",
        files,
        changes.omittedFiles() > 0 || files.stream().anyMatch(FileView::truncated));
  }

  private static FileView file(FileChange file) {
    PathView source = path(file.change().before());
    PathView destination = path(file.change().after());
    return switch (file.body()) {
      case FileChange.Lines lines ->
          new FileView(
              source,
              destination,
              null,
              lines.hunks().stream().map(DiffView::hunk).toList(),
              lines.truncated());
      case FileChange.Omitted(FileChange.Reason reason) when reason == FileChange.Reason.BINARY ->
          new FileView(source, destination, true, null, false);
      case FileChange.Omitted _ -> new FileView(source, destination, null, List.of(), true);
    };
  }

  private static @Nullable PathView path(@Nullable Side side) {
    return side == null ? null : PathView.of(side.path());
  }

  private static HunkView hunk(FileChange.Hunk hunk) {
    List<SegmentView> segments = new ArrayList<>();
    int source = hunk.oldStart();
    int destination = hunk.newStart();
    for (FileChange.Line line : hunk.lines()) {
      String type = line.isAdded() ? "ADDED" : line.isRemoved() ? "REMOVED" : "CONTEXT";
      if (segments.isEmpty() || !segments.getLast().type().equals(type)) {
        segments.add(new SegmentView(type, new ArrayList<>(), false));
      }
      segments
          .getLast()
          .lines()
          .add(new LineView(source, destination, line.text(), line.truncated(), null));
      source += line.isAdded() ? 0 : 1;
      destination += line.isRemoved() ? 0 : 1;
    }
    return new HunkView(
        hunk.function(),
        hunk.oldStart(),
        hunk.oldLines(),
        hunk.newStart(),
        hunk.newLines(),
        hunk.truncated() ? lastTruncated(segments) : segments,
        hunk.truncated());
  }

  private static List<SegmentView> lastTruncated(List<SegmentView> segments) {
    if (!segments.isEmpty()) {
      SegmentView last = segments.removeLast();
      segments.add(new SegmentView(last.type(), last.lines(), true));
    }
    return segments;
  }
}
