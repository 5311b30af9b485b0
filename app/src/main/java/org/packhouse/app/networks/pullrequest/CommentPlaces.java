package org.packhouse.app.networks.pullrequest;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommentRequests;
import org.packhouse.app.source.comment.CommentView.AnchorView;
import org.packhouse.app.source.comment.CommitComment;
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

  CommentPlaces(PullRequestRanges ranges, ChangeList changes, FileLines lines) {
    this.ranges = ranges;
    this.changes = changes;
    this.lines = lines;
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
      CommentRequests.Anchor wanted,
      Caller caller)
      throws IOException {
    TreePath path = CommentRequests.path("anchor.path", wanted.path());
    if (path == null || path.isRoot()) {
      throw new InvalidFieldException("anchor.path", "The path of the file is required.");
    }
    TreePath srcPath = CommentRequests.path("anchor.srcPath", wanted.srcPath());
    DiffType given = CommentRequests.parse("anchor.diffType", wanted.diffType(), DiffType.class);
    DiffType type = given == null ? DiffType.EFFECTIVE : given;
    CommitRange range = ranges.of(open, target, pullRequest, compared(wanted, type), caller);
    if (changes.read(open, range, PathChoice.of(path)).isEmpty()) {
      throw new InvalidFieldException(
          "anchor.path",
          "The file %s is not in the diff.".formatted(InvalidFieldException.quote(path.display())));
    }
    Integer line = wanted.line();
    LineType lineType = CommentRequests.parse("anchor.lineType", wanted.lineType(), LineType.class);
    LineType kind = lineType == null ? LineType.CONTEXT : lineType;
    FileType fileType = CommentRequests.parse("anchor.fileType", wanted.fileType(), FileType.class);
    FileType side =
        fileType == null ? (kind == LineType.REMOVED ? FileType.FROM : FileType.TO) : fileType;
    if (line != null) {
      requireLine(open, range, new Line(path, srcPath, line, kind, side));
    }
    CommentAnchor anchor =
        new CommentAnchor(
            path,
            srcPath,
            line,
            line == null ? null : kind,
            line == null ? null : side,
            range.since(),
            type);
    return new Place(anchor, range.until());
  }

  private static PullRequestContentController.Compared compared(
      CommentRequests.Anchor wanted, DiffType type) {
    return type == DiffType.EFFECTIVE
        ? new PullRequestContentController.Compared(null, null, null, null)
        : new PullRequestContentController.Compared(
            wanted.fromHash(), wanted.toHash(), type.name(), null);
  }

  private record Line(
      TreePath path, @Nullable TreePath srcPath, int number, LineType kind, FileType side) {}

  private void requireLine(OpenRepository open, CommitRange range, Line line) throws IOException {
    Optional<FileLines.Compared> found =
        lines.compare(
            open,
            range.since(),
            line.srcPath() == null ? line.path() : line.srcPath(),
            range.until(),
            line.path());
    boolean fits =
        found.isPresent()
            && switch (line.kind()) {
              case ADDED -> found.get().isAdded(line.number());
              case REMOVED -> found.get().isRemoved(line.number());
              case CONTEXT -> isContext(found.get(), line);
            };
    if (!fits) {
      throw new InvalidFieldException(
          "anchor.line",
          "The line %d of %s is not in the diff as %s."
              .formatted(
                  line.number(), InvalidFieldException.quote(line.path().display()), line.kind()));
    }
  }

  private static boolean isContext(FileLines.Compared compared, Line line) {
    boolean before = line.side() == FileType.FROM;
    int size = before ? compared.before().size() : compared.after().size();
    boolean changed = before ? compared.isRemoved(line.number()) : compared.isAdded(line.number());
    return line.number() >= 1 && line.number() <= size && !changed;
  }

  /**
   * The place of a comment now.
   *
   * @param range what the pull request changes now
   * @return null if it stands at no file
   */
  @Nullable AnchorView now(OpenRepository open, CommitRange range, CommitComment comment)
      throws IOException {
    CommentAnchor anchor = comment.anchor();
    if (anchor == null) {
      return null;
    }
    AnchorView made = AnchorView.of(anchor, comment.commit());
    if (anchor.diffType() != DiffType.EFFECTIVE) {
      return made;
    }
    boolean before = anchor.fileType() == FileType.FROM;
    String then = before ? anchor.fromCommit() : comment.commit();
    String present = before ? range.since() : range.until();
    TreePath path = before && anchor.srcPath() != null ? anchor.srcPath() : anchor.path();
    Integer number = anchor.line();
    if (number == null) {
      boolean there =
          lines.isThere(open, range.until(), anchor.path())
              || lines.isThere(open, range.since(), anchor.path());
      return there ? made.at(null, range.since(), range.until()) : made.gone();
    }
    if (then != null && then.equals(present)) {
      return made.at(number, range.since(), range.until());
    }
    Integer line =
        lines
            .compare(open, then, path, present, path)
            .map(compared -> compared.follow(number))
            .orElse(null);
    return line == null ? made.gone() : made.at(line, range.since(), range.until());
  }
}
