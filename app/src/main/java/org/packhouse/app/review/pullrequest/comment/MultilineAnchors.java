package org.packhouse.app.review.pullrequest.comment;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.RequestedAnchor;

/** Finds the lines of both sides that a comment on several lines is about. */
final class MultilineAnchors {

  private MultilineAnchors() {}

  /**
   * Returns the lines from a start line to the line of the comment.
   *
   * @param start without a type it has the one that the diff gives a line of that side
   * @return null if the start is the line of the comment
   * @throws InvalidFieldException if the start is not in the diff, or comes after the line
   */
  static @Nullable CommentLines of(LineMapping mapping, DiffLine end, RequestedAnchor.Start start) {
    DiffLine first = first(mapping, end, start.line(), start.lineType());
    if (first.number() == end.number() && first.side() == end.side()) {
      return null;
    }
    if (!first.isIn(mapping)) {
      throw first.absent();
    }
    LineRange from = mapping.from(first.number(), first.side() == FileType.FROM);
    LineRange to = mapping.upTo(end.number(), end.side() == FileType.FROM);
    boolean before = from.first() <= to.first();
    boolean after = from.last() <= to.last();
    boolean apart = from.first() > to.first() + 1 || from.last() > to.last() + 1;
    if (apart || (!before && !after)) {
      throw new InvalidFieldException(
          "anchor.multilineMarker",
          "The first of several lines stands before the last; line %d (%s) comes after line %d (%s)."
              .formatted(first.number(), first.type(), end.number(), end.type()));
    }
    return new CommentLines(
        first.number(),
        first.type(),
        new CommentLines.Span(
            before ? Integer.valueOf(from.first()) : null,
            before ? Integer.valueOf(to.first()) : null,
            after ? Integer.valueOf(from.last()) : null,
            after ? Integer.valueOf(to.last()) : null));
  }

  private static DiffLine first(
      LineMapping mapping, DiffLine end, int number, @Nullable LineType given) {
    if (given != null) {
      return end.with(number, given);
    }
    boolean before = end.side() == FileType.FROM;
    LineType changed = before ? LineType.REMOVED : LineType.ADDED;
    boolean isChanged = before ? mapping.isRemoved(number) : mapping.isAdded(number);
    return end.with(number, isChanged ? changed : LineType.CONTEXT);
  }

  /** Returns the lines at their present numbers; null: none are left on the side of the first. */
  static @Nullable CommentLines of(
      CommentLines made,
      @Nullable FileType side,
      @Nullable LineRange before,
      @Nullable LineRange after) {
    LineRange own = CommentLines.side(made.startLineType(), side) == FileType.FROM ? before : after;
    return own == null
        ? null
        : new CommentLines(
            own.first(),
            made.startLineType(),
            new CommentLines.Span(
                before == null ? null : before.first(),
                before == null ? null : before.last(),
                after == null ? null : after.first(),
                after == null ? null : after.last()));
  }

  static @Nullable LineRange lines(@Nullable Integer first, @Nullable Integer last) {
    return first == null || last == null ? null : new LineRange(first, last);
  }
}
