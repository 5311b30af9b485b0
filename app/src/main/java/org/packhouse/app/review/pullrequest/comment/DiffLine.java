package org.packhouse.app.review.pullrequest.comment;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.storage.content.TreePath;

/** A line in a diff, counted from 1 on its side. */
record DiffLine(
    TreePath path, @Nullable TreePath srcPath, int number, LineType type, FileType side) {

  DiffLine with(int otherNumber, LineType otherType) {
    return new DiffLine(path, srcPath, otherNumber, otherType, CommentLines.side(otherType, side));
  }

  boolean isIn(LineMapping mapping) {
    return switch (type) {
      case ADDED -> mapping.isAdded(number);
      case REMOVED -> mapping.isRemoved(number);
      case CONTEXT -> mapping.has(this) && mapping.type(this) == LineType.CONTEXT;
    };
  }

  InvalidFieldException absent() {
    return new InvalidFieldException(
        "anchor.line",
        "The line %d of %s is not in the diff as %s."
            .formatted(number, InvalidFieldException.quote(path.display()), type));
  }
}
