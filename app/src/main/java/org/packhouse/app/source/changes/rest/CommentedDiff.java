package org.packhouse.app.source.changes.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.changes.CommitChanges;
import org.packhouse.app.source.changes.rest.DiffComments.DiffThread;
import org.packhouse.app.source.changes.rest.DiffView.FileView;
import org.packhouse.app.source.changes.rest.DiffView.HunkView;
import org.packhouse.app.source.changes.rest.DiffView.LineView;
import org.packhouse.app.source.changes.rest.DiffView.SegmentView;
import org.packhouse.app.storage.diff.Change;

/** Adds comments to a diff in the REST dialect. */
final class CommentedDiff {

  private CommentedDiff() {}

  static DiffView of(DiffView diff, CommitChanges changes, List<DiffThread> remarks) {
    if (remarks.isEmpty()) {
      return diff;
    }
    List<FileView> files = new ArrayList<>();
    for (int i = 0; i < diff.diffs().size(); i++) {
      Change change = changes.files().get(i).change();
      List<DiffThread> own =
          remarks.stream().filter(remark -> remark.path().equals(change.path())).toList();
      files.add(own.isEmpty() ? diff.diffs().get(i) : file(diff.diffs().get(i), own));
    }
    return new DiffView(
        diff.fromHash(),
        diff.toHash(),
        diff.contextLines(),
        diff.whitespace(),
        files,
        diff.truncated());
  }

  private static FileView file(FileView file, List<DiffThread> remarks) {
    List<Object> ofFile =
        remarks.stream().filter(remark -> remark.line() == null).map(DiffThread::view).toList();
    List<Object> ofLines =
        remarks.stream().filter(remark -> remark.line() != null).map(DiffThread::view).toList();
    List<HunkView> hunks = file.hunks();
    return new FileView(
        file.source(),
        file.destination(),
        file.binary(),
        hunks == null || ofLines.isEmpty()
            ? hunks
            : hunks.stream().map(hunk -> hunk(hunk, remarks)).toList(),
        file.truncated(),
        ofFile.isEmpty() ? null : ofFile,
        ofLines.isEmpty() ? null : ofLines);
  }

  private static HunkView hunk(HunkView hunk, List<DiffThread> remarks) {
    return new HunkView(
        hunk.context(),
        hunk.sourceLine(),
        hunk.sourceSpan(),
        hunk.destinationLine(),
        hunk.destinationSpan(),
        hunk.segments().stream().map(segment -> segment(segment, remarks)).toList(),
        hunk.truncated());
  }

  private static SegmentView segment(SegmentView segment, List<DiffThread> remarks) {
    List<LineView> lines =
        segment.lines().stream()
            .map(line -> line.with(ids(segment.type(), line, remarks)))
            .toList();
    return new SegmentView(segment.type(), lines, segment.truncated());
  }

  private static @Nullable List<Long> ids(String type, LineView line, List<DiffThread> remarks) {
    List<Long> ids =
        remarks.stream()
            .filter(remark -> remark.line() != null && standsAt(remark, remark.line(), type, line))
            .map(DiffThread::id)
            .toList();
    return ids.isEmpty() ? null : ids;
  }

  private static boolean standsAt(DiffThread remark, int number, String type, LineView line) {
    return remark.before()
        ? !type.equals("ADDED") && line.source() == number
        : !type.equals("REMOVED") && line.destination() == number;
  }
}
