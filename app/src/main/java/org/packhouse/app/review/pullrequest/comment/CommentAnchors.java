package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges.DiffSelection;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommentAnchorBuilder;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.CommentedFile;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/**
 * Resolves the anchors of comments in the diff of a pull request, and follows the lines of comments
 * as its branches move.
 */
@Component
class CommentAnchors {

  private final PullRequestRanges ranges;
  private final ChangeList changes;
  private final CommitFiles files;
  private final MovedFiles moved;

  CommentAnchors(
      PullRequestRanges ranges, ChangeList changes, CommitFiles files, MovedFiles moved) {
    this.ranges = ranges;
    this.changes = changes;
    this.files = files;
    this.moved = moved;
  }

  record ResolvedAnchor(CommentAnchor anchor, String commit) {}

  /** Resolves the anchor that a client names; the file and line must be in the diff. */
  ResolvedAnchor resolve(
      OpenRepository open,
      Repository target,
      PullRequest pullRequest,
      RequestedAnchor named,
      Caller caller)
      throws IOException {
    TreePath path = named.path();
    TreePath srcPath = named.srcPath();
    DiffType type = named.diffType() == null ? DiffType.EFFECTIVE : named.diffType();
    CommitRange range = ranges.selected(open, target, pullRequest, selection(named, type), caller);
    if (changes.read(open, range, PathChoice.of(path)).isEmpty()) {
      throw new InvalidFieldException(
          "anchor.path",
          "The file %s is not in the diff.".formatted(InvalidFieldException.quote(path.display())));
    }
    Integer line = named.line();
    LineType lineType = named.lineType() == null ? LineType.CONTEXT : named.lineType();
    FileType side = CommentLines.side(lineType, named.fileType());
    CommentLines several = null;
    if (line != null) {
      DiffLine inDiff = new DiffLine(path, srcPath, line, lineType, side);
      LineMapping mapping = mapping(open, range, inDiff);
      lineType = mapping.type(inDiff);
      several =
          named.start() == null
              ? null
              : MultilineAnchors.of(mapping, inDiff.with(line, lineType), named.start());
    }
    CommentAnchor anchor =
        new CommentAnchorBuilder()
            .path(path)
            .srcPath(srcPath)
            .line(line)
            .lineType(line == null ? null : lineType)
            .fileType(line == null ? null : side)
            .lines(several)
            .fromCommit(range.since())
            .diffType(type)
            .build();
    return new ResolvedAnchor(anchor, range.until());
  }

  private static DiffSelection selection(RequestedAnchor named, DiffType type) {
    return type == DiffType.EFFECTIVE
        ? new DiffSelection(null, null, null, null)
        : new DiffSelection(named.fromHash(), named.toHash(), type.name(), null);
  }

  private LineMapping mapping(OpenRepository open, CommitRange range, DiffLine line)
      throws IOException {
    return files
        .compare(
            open,
            range.since(),
            line.srcPath() == null ? line.path() : line.srcPath(),
            range.until(),
            line.path())
        .filter(it -> it.has(line))
        .orElseThrow(line::absent);
  }

  TreePath currentPath(OpenRepository open, CommentedFile file, String commit) throws IOException {
    return moved.now(open, file.commit(), file.path(), commit);
  }

  /** Returns the anchor of a comment with the present path of its file. */
  CommentAnchor currentAnchor(
      OpenRepository open, CommitRange range, Comment comment, CommentAnchor made)
      throws IOException {
    if (made.diffType() != DiffType.EFFECTIVE) {
      return made;
    }
    TreePath path = moved.now(open, comment.commit(), made.path(), range.until());
    if (path.equals(made.path())) {
      return made;
    }
    boolean wasThere = made.srcPath() == null && files.exists(open, range.since(), made.path());
    return new CommentAnchorBuilder()
        .copyOf(made)
        .path(path)
        .srcPath(wasThere ? made.path() : made.srcPath())
        .build();
  }

  /** Returns the position in the effective range; null: the comment is about no file. */
  @Nullable PlacedAnchor current(OpenRepository open, CommitRange range, Comment comment)
      throws IOException {
    CommentAnchor made = comment.anchor();
    return made == null
        ? null
        : current(open, range, comment, currentAnchor(open, range, comment, made));
  }

  PlacedAnchor current(
      OpenRepository open, CommitRange range, Comment comment, CommentAnchor anchor)
      throws IOException {
    CommentAnchor first = comment.anchor() == null ? anchor : comment.anchor();
    PlacedAnchor made = PlacedAnchor.of(anchor, comment.commit());
    if (anchor.diffType() != DiffType.EFFECTIVE) {
      return made;
    }
    boolean before = anchor.fileType() == FileType.FROM;
    String then = before ? anchor.fromCommit() : comment.commit();
    String present = before ? range.since() : range.until();
    TreePath path = before && anchor.srcPath() != null ? anchor.srcPath() : anchor.path();
    TreePath old = before ? path : first.path();
    Integer number = anchor.line();
    if (number == null) {
      boolean exists =
          files.exists(open, range.until(), anchor.path())
              || files.exists(open, range.since(), anchor.path());
      return exists ? PlacedAnchor.at(anchor, null, null, range) : made.asOrphaned();
    }
    CommentLines several = several(open, range, comment, first, anchor);
    if (then != null && then.equals(present)) {
      return PlacedAnchor.at(anchor, number, several, range);
    }
    Integer line =
        files
            .compare(open, then, old, present, path)
            .map(mapping -> mapping.follow(number))
            .orElse(null);
    return line == null ? made.asOrphaned() : PlacedAnchor.at(anchor, line, several, range);
  }

  private @Nullable CommentLines several(
      OpenRepository open,
      CommitRange range,
      Comment comment,
      CommentAnchor first,
      CommentAnchor anchor)
      throws IOException {
    CommentLines made = anchor.lines();
    if (made == null) {
      return null;
    }
    TreePath old = anchor.srcPath() == null ? anchor.path() : anchor.srcPath();
    CommentLines.Span span = made.span();
    LineRange before = MultilineAnchors.lines(span.srcSpanStart(), span.srcSpanEnd());
    LineRange after = MultilineAnchors.lines(span.dstSpanStart(), span.dstSpanEnd());
    return MultilineAnchors.of(
        made,
        anchor.fileType(),
        follow(open, old, anchor.fromCommit(), old, range.since(), before),
        follow(open, first.path(), comment.commit(), anchor.path(), range.until(), after));
  }

  private @Nullable LineRange follow(
      OpenRepository open,
      TreePath old,
      @Nullable String then,
      TreePath path,
      @Nullable String now,
      @Nullable LineRange lines)
      throws IOException {
    return lines == null || Objects.equals(then, now)
        ? lines
        : files
            .compare(open, then, old, now, path)
            .map(mapping -> mapping.follow(lines))
            .orElse(null);
  }
}
