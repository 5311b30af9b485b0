package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.FileLines.Lines;
import org.packhouse.app.review.pullrequest.diff.DiffSelection;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
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
 * Finds the places of comments in the diff of a pull request: where one shall stand, and where the
 * line of one is now that the branch has moved.
 */
@Component
class CommentPlaces {

  private final PullRequestRanges ranges;
  private final ChangeList changes;
  private final FileLines lines;
  private final MovedFiles moved;

  CommentPlaces(PullRequestRanges ranges, ChangeList changes, FileLines lines, MovedFiles moved) {
    this.ranges = ranges;
    this.changes = changes;
    this.lines = lines;
    this.moved = moved;
  }

  /** A place, and the commit that it is in. */
  record Place(CommentAnchor anchor, String commit) {}

  /**
   * The place that a client names.
   *
   * @throws InvalidFieldException if the file or the line is not in the diff
   */
  Place find(
      OpenRepository open,
      Repository target,
      PullRequest pullRequest,
      RequestedAnchor wanted,
      Caller caller)
      throws IOException {
    TreePath path = wanted.path();
    TreePath srcPath = wanted.srcPath();
    DiffType type = wanted.diffType() == null ? DiffType.EFFECTIVE : wanted.diffType();
    CommitRange range = ranges.of(open, target, pullRequest, compared(wanted, type), caller);
    if (changes.read(open, range, PathChoice.of(path)).isEmpty()) {
      throw new InvalidFieldException(
          "anchor.path",
          "The file %s is not in the diff.".formatted(InvalidFieldException.quote(path.display())));
    }
    Integer line = wanted.line();
    LineType kind = wanted.lineType() == null ? LineType.CONTEXT : wanted.lineType();
    FileType side = CommentLines.side(kind, wanted.fileType());
    CommentLines several = null;
    if (line != null) {
      Line named = new Line(path, srcPath, line, kind, side);
      FileLines.Compared compared = compared(open, range, named);
      kind = compared.kind(named);
      several =
          wanted.start() == null
              ? null
              : MultilinePlaces.of(compared, named.other(line, kind), wanted.start());
    }
    CommentAnchor anchor =
        new CommentAnchorBuilder()
            .path(path)
            .srcPath(srcPath)
            .line(line)
            .lineType(line == null ? null : kind)
            .fileType(line == null ? null : side)
            .lines(several)
            .fromCommit(range.since())
            .diffType(type)
            .build();
    return new Place(anchor, range.until());
  }

  private static DiffSelection compared(RequestedAnchor wanted, DiffType type) {
    return type == DiffType.EFFECTIVE
        ? new DiffSelection(null, null, null, null)
        : new DiffSelection(wanted.fromHash(), wanted.toHash(), type.name(), null);
  }

  /** A line in a diff. */
  record Line(TreePath path, @Nullable TreePath srcPath, int number, LineType kind, FileType side) {

    /** Another line of the same file. */
    Line other(int line, LineType type) {
      return new Line(path, srcPath, line, type, CommentLines.side(type, side));
    }
  }

  /** Both sides of the file of a line, which one of them has. */
  private FileLines.Compared compared(OpenRepository open, CommitRange range, Line line)
      throws IOException {
    return lines
        .compare(
            open,
            range.since(),
            line.srcPath() == null ? line.path() : line.srcPath(),
            range.until(),
            line.path())
        .filter(it -> it.has(line))
        .orElseThrow(() -> absent(line));
  }

  static boolean fits(FileLines.Compared compared, Line line) {
    return switch (line.kind()) {
      case ADDED -> compared.isAdded(line.number());
      case REMOVED -> compared.isRemoved(line.number());
      case CONTEXT -> isContext(compared, line);
    };
  }

  static InvalidFieldException absent(Line line) {
    return new InvalidFieldException(
        "anchor.line",
        "The line %d of %s is not in the diff as %s."
            .formatted(
                line.number(), InvalidFieldException.quote(line.path().display()), line.kind()));
  }

  private static boolean isContext(FileLines.Compared compared, Line line) {
    boolean before = line.side() == FileType.FROM;
    int size = before ? compared.before().size() : compared.after().size();
    boolean changed = before ? compared.isRemoved(line.number()) : compared.isAdded(line.number());
    return line.number() >= 1 && line.number() <= size && !changed;
  }

  /** Returns the path that a file which was commented on has at a commit. */
  TreePath pathNow(OpenRepository open, CommentedFile file, String commit) throws IOException {
    return moved.now(open, file.commit(), file.path(), commit);
  }

  /** Returns the anchor of a comment with the path that its file has now. */
  CommentAnchor anchorNow(
      OpenRepository open, CommitRange range, Comment comment, CommentAnchor made)
      throws IOException {
    if (made.diffType() != DiffType.EFFECTIVE) {
      return made;
    }
    TreePath path = moved.now(open, comment.commit(), made.path(), range.until());
    if (path.equals(made.path())) {
      return made;
    }
    boolean wasThere = made.srcPath() == null && lines.isThere(open, range.since(), made.path());
    return new CommentAnchorBuilder()
        .copyOf(made)
        .path(path)
        .srcPath(wasThere ? made.path() : made.srcPath())
        .build();
  }

  /**
   * The place of a comment now.
   *
   * @param range what the pull request changes now
   * @return null if it stands at no file
   */
  @Nullable PlacedAnchor now(OpenRepository open, CommitRange range, Comment comment)
      throws IOException {
    CommentAnchor then = comment.anchor();
    return then == null ? null : now(open, range, comment, anchorNow(open, range, comment, then));
  }

  /** The same of one whose file is looked for already: see {@link #anchorNow}. */
  PlacedAnchor now(OpenRepository open, CommitRange range, Comment comment, CommentAnchor anchor)
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
      boolean there =
          lines.isThere(open, range.until(), anchor.path())
              || lines.isThere(open, range.since(), anchor.path());
      return there ? PlacedAnchor.at(anchor, null, null, range) : made.asOrphaned();
    }
    CommentLines several = several(open, range, comment, first, anchor);
    if (then != null && then.equals(present)) {
      return PlacedAnchor.at(anchor, number, several, range);
    }
    Integer line =
        lines
            .compare(open, then, old, present, path)
            .map(compared -> compared.follow(number))
            .orElse(null);
    return line == null ? made.asOrphaned() : PlacedAnchor.at(anchor, line, several, range);
  }

  /** The lines that are left of several, where they are now on either side. */
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
    Lines before = MultilinePlaces.lines(span.srcSpanStart(), span.srcSpanEnd());
    Lines after = MultilinePlaces.lines(span.dstSpanStart(), span.dstSpanEnd());
    return MultilinePlaces.of(
        made,
        anchor.fileType(),
        follow(open, old, anchor.fromCommit(), old, range.since(), before),
        follow(open, first.path(), comment.commit(), anchor.path(), range.until(), after));
  }

  private @Nullable Lines follow(
      OpenRepository open,
      TreePath old,
      @Nullable String then,
      TreePath path,
      @Nullable String now,
      @Nullable Lines there)
      throws IOException {
    return there == null || Objects.equals(then, now)
        ? there
        : lines
            .compare(open, then, old, now, path)
            .map(compared -> compared.follow(there))
            .orElse(null);
  }
}
