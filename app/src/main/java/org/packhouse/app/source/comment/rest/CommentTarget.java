package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.storage.content.TreePath;

/**
 * The commit or pull request whose comments a request is about, as its caller sees and changes
 * them. Handlers take it as their last argument, so that a malformed request is refused before the
 * target is looked up.
 */
public interface CommentTarget {

  CommentSubject subject();

  /** Returns the threads about a file; null: about any, which pull requests refuse. */
  Page<CommentView> list(@Nullable TreePath file, PageRequest page) throws IOException;

  /**
   * Adds a comment.
   *
   * @param since the commit to compare with if the anchor names none
   */
  CommentView create(CommentRequests.Body body, Comment.Severity severity, @Nullable String since)
      throws IOException;

  /** Returns a comment with its replies, or refuses. */
  CommentView get(long id) throws IOException;

  void update(long id, CommentChange change);

  void delete(long id, int version);

  /** Finds the targets of one kind, which a variable of the path names. */
  interface Kind {

    String variable();

    /**
     * Finds a target, or refuses.
     *
     * @throws NumberFormatException if the kind has numbers and {@code id} is none
     */
    CommentTarget require(Repository repository, String id, Caller caller) throws IOException;
  }
}
