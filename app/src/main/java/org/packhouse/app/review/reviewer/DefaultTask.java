package org.packhouse.app.review.reviewer;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.Comments;

/**
 * A task that pull requests get when they are opened.
 *
 * @param branches those between which pull requests get it
 * @param description its text, as comments have it
 */
public record DefaultTask(long id, ReviewBranches branches, String description) {

  /**
   * One that keeps the rules.
   *
   * @param id of the one that is changed; 0: it is a new one
   * @throws InvalidFieldException if the text breaks a rule
   */
  public static DefaultTask of(long id, ReviewBranches branches, @Nullable String description) {
    return new DefaultTask(id, branches, text(description));
  }

  /**
   * The text of one.
   *
   * @throws InvalidFieldException if it breaks a rule
   */
  public static String text(@Nullable String description) {
    if (description == null || description.isBlank()) {
      throw new InvalidFieldException("description", "A default task needs a description.");
    }
    Comments.checkText("description", description);
    return description;
  }
}
