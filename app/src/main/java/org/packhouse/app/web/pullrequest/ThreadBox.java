package org.packhouse.app.web.pullrequest;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.comment.Suggestions;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.Emoticon;

/**
 * A thread of comments as a page shows it.
 *
 * @param id of the first comment
 * @param comments in reading order
 * @param place the file and line; null: the thread is about the whole pull request
 * @param placeUrl the place in the diff, without the context path
 * @param several whether the thread is about several lines
 */
record ThreadBox(
    long id,
    List<CommentBox> comments,
    @Nullable String place,
    @Nullable String placeUrl,
    boolean several) {

  public List<Emoticon> emoticons() {
    return List.of(Emoticon.values());
  }

  /** Returns whether only the reader sees the thread. */
  public boolean isPending() {
    return comments.getFirst().comment().pending();
  }

  public boolean isResolved() {
    return comments.getFirst().comment().threadResolved();
  }

  /** Returns the numbers, from 1, of a comment's suggestions that can be applied to the lines. */
  public List<Integer> suggestions(CommentBox box) {
    CommentAnchor anchor = comments.getFirst().comment().anchor();
    boolean standsAtALine =
        anchor != null && anchor.line() != null && anchor.fileType() == CommentAnchor.FileType.TO;
    return !standsAtALine || box.comment().pending()
        ? List.of()
        : IntStream.rangeClosed(1, Suggestions.count(box.comment().text())).boxed().toList();
  }

  public int version() {
    return comments.getFirst().comment().version();
  }
}
