package org.packhouse.app.review.pullrequest.comment;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.comment.CommentPlaces.Line;
import org.packhouse.app.review.pullrequest.comment.FileLines.Compared;
import org.packhouse.app.review.pullrequest.comment.FileLines.Lines;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.RequestedAnchor;

/** Finds the lines of either side that a comment on several lines is about. */
final class MultilinePlaces {

  private MultilinePlaces() {}

  /**
   * The lines from a first one to that of the comment.
   *
   * @param start its type may be missing: then it is what the diff says of a line of that side
   * @return null if it is the same line
   * @throws InvalidFieldException if the first line is not in the diff, or comes after the last
   */
  static @Nullable CommentLines of(Compared compared, Line end, RequestedAnchor.Start start) {
    Line first = first(compared, end, start.line(), start.lineType());
    if (first.number() == end.number() && first.side() == end.side()) {
      return null;
    }
    if (!CommentPlaces.fits(compared, first)) {
      throw CommentPlaces.absent(first);
    }
    Lines from = compared.from(first.number(), first.side() == FileType.FROM);
    Lines to = compared.upTo(end.number(), end.side() == FileType.FROM);
    boolean before = from.first() <= to.first();
    boolean after = from.last() <= to.last();
    boolean apart = from.first() > to.first() + 1 || from.last() > to.last() + 1;
    if (apart || (!before && !after)) {
      throw new InvalidFieldException(
          "anchor.multilineMarker",
          "The first of several lines stands before the last; line %d (%s) comes after line %d (%s)."
              .formatted(first.number(), first.kind(), end.number(), end.kind()));
    }
    return new CommentLines(
        first.number(),
        first.kind(),
        new CommentLines.Span(
            before ? Integer.valueOf(from.first()) : null,
            before ? Integer.valueOf(to.first()) : null,
            after ? Integer.valueOf(from.last()) : null,
            after ? Integer.valueOf(to.last()) : null));
  }

  private static Line first(Compared compared, Line end, int number, @Nullable LineType given) {
    if (given != null) {
      return end.other(number, given);
    }
    boolean before = end.side() == FileType.FROM;
    LineType changed = before ? LineType.REMOVED : LineType.ADDED;
    boolean isChanged = before ? compared.isRemoved(number) : compared.isAdded(number);
    return end.other(number, isChanged ? changed : LineType.CONTEXT);
  }

  /** The same comment where its lines are now; null: none are left on the side of the first. */
  static @Nullable CommentLines of(
      CommentLines made, @Nullable FileType side, @Nullable Lines before, @Nullable Lines after) {
    Lines own = CommentLines.side(made.startLineType(), side) == FileType.FROM ? before : after;
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

  static @Nullable Lines lines(@Nullable Integer first, @Nullable Integer last) {
    return first == null || last == null ? null : new Lines(first, last);
  }
}
