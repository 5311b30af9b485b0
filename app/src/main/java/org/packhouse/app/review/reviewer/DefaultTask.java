package org.packhouse.app.review.reviewer;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.CommentRules;

/** A task that matching pull requests get when they are opened. */
public record DefaultTask(long id, ReviewBranches branches, String description) {

  public static DefaultTask of(long id, ReviewBranches branches, @Nullable String description) {
    return new DefaultTask(id, branches, text(description));
  }

  /** Refuses a blank or overlong description. */
  public static String text(@Nullable String description) {
    if (description == null || description.isBlank()) {
      throw new InvalidFieldException("description", "A default task needs a description.");
    }
    CommentRules.checkText("description", description);
    return description;
  }
}
