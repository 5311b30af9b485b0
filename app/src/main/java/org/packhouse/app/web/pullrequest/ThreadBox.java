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
 * @param id of its first comment
 * @param comments the first, and the replies in the order of reading
 * @param place the file and line; null: it is about the pull request
 * @param placeUrl its place in the diff, without the context path
 * @param several whether it is about several lines
 */
record ThreadBox(
    long id,
    List<CommentBox> comments,
    @Nullable String place,
    @Nullable String placeUrl,
    boolean several) {

  /** The ways to react to what it says. */
  public List<Emoticon> emoticons() {
    return List.of(Emoticon.values());
  }

  /** Whether its reader alone sees it. */
  public boolean isPending() {
    return comments.getFirst().comment().pending();
  }

  /** Whether what it is about is settled. */
  public boolean isResolved() {
    return comments.getFirst().comment().threadResolved();
  }

  /**
   * The numbers, from 1, of the suggestions of a comment in it that can be applied where the thread
   * stands.
   */
  public List<Integer> suggestions(CommentBox box) {
    CommentAnchor anchor = comments.getFirst().comment().anchor();
    boolean standsAtALine =
        anchor != null && anchor.line() != null && anchor.fileType() == CommentAnchor.FileType.TO;
    return !standsAtALine || box.comment().pending()
        ? List.of()
        : IntStream.rangeClosed(1, Suggestions.count(box.comment().text())).boxed().toList();
  }

  /** The version of its first comment. */
  public int version() {
    return comments.getFirst().comment().version();
  }
}
