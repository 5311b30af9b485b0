package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;
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

  /** The version of its first comment. */
  public int version() {
    return comments.getFirst().comment().version();
  }
}
