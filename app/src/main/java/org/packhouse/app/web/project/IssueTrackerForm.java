package org.packhouse.app.web.project;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.web.Forms;

/**
 * The fields of the form of an issue tracker.
 *
 * @param prefixes with commas or spaces between them
 */
public record IssueTrackerForm(
    @Nullable Choice choice, @Nullable String url, @Nullable String prefixes) {

  /** Choices that a form offers. */
  public enum Choice {
    /** What holds above holds. */
    INHERITED,
    /** The tracker of the other fields. */
    OWN,
    /** Keys lead nowhere. */
    NONE
  }

  /** The form as it is shown first. */
  public static IssueTrackerForm of(Choice choice, @Nullable IssueTracker tracker) {
    return new IssueTrackerForm(
        choice,
        tracker == null ? null : tracker.url(),
        tracker == null ? null : String.join(", ", tracker.prefixes()));
  }

  /**
   * The tracker of the fields.
   *
   * @throws InvalidFieldException if a value breaks a rule
   */
  public IssueTracker tracker() {
    List<String> typed =
        prefixes == null
            ? List.of()
            : Arrays.stream(prefixes.split("[,\\s]+")).filter(it -> !it.isEmpty()).toList();
    return IssueTracker.of(url, typed);
  }

  /**
   * Refuses a URL that was typed and would get lost.
   *
   * @param before the tracker of which the form was first filled; null: none
   * @throws InvalidFieldException if there is such a URL
   */
  public void checkNothingIsLost(@Nullable IssueTracker before) {
    if (before == null && Forms.text(url) != null) {
      throw new InvalidFieldException(
          "url", "Choose “This issue tracker” for this URL, or leave it empty.");
    }
  }
}
