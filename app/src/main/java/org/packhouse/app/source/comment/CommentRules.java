package org.packhouse.app.source.comment;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;

/** Checks that published and pending comments share, and their refusals. */
public final class CommentRules {

  public static final int MAX_LENGTH = 32_768;

  private CommentRules() {}

  static RefusedException noSuchComment(CommentSubject subject, long id) {
    return new NoSuchException(
        Thing.COMMENT, "Comment %d does not exist on %s.".formatted(id, subject.name()));
  }

  static void refuseArchived(Repository repository) {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
  }

  static void checkText(String text) {
    checkText("text", text);
  }

  /**
   * Checks the text of a comment.
   *
   * @param field the field's name in the request
   */
  public static void checkText(String field, String text) {
    if (text.isBlank() || text.length() > MAX_LENGTH || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          field,
          "The text of a comment has 1 to %d characters, none of them NUL; this one has %d."
              .formatted(MAX_LENGTH, text.length()));
    }
  }

  static void checkVersion(Comment comment, int version) {
    if (comment.version() != version) {
      throw outOfDate(comment);
    }
  }

  static RefusedException outOfDate(Comment comment) {
    return new OutOfDateException(
        Thing.COMMENT,
        "The comment %d was changed meanwhile: read it again, and name the version that you read."
            .formatted(comment.id()));
  }

  static RefusedException inUse() {
    return new ConflictException(
        Conflict.COMMENT_IN_USE, "This comment has replies which must be deleted first.");
  }

  public static User author(Caller caller) {
    User user = caller.user();
    if (user == null) {
      throw new NotPermittedException(
          "Only users comment.", true, caller instanceof Caller.Anonymous);
    }
    return user;
  }

  static NotPermittedException refused(String reason) {
    return new NotPermittedException(reason, true, false);
  }
}
