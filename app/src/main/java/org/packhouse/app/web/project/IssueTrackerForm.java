package org.packhouse.app.web.project;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.web.Forms;

/** The form of an issue tracker; commas or spaces separate the prefixes. */
public record IssueTrackerForm(
    @Nullable Choice choice, @Nullable String url, @Nullable String prefixes) {

  public enum Choice {
    INHERITED,
    OWN,
    /** Issue keys are not linked. */
    NONE
  }

  public static IssueTrackerForm of(Choice choice, @Nullable IssueTracker tracker) {
    return new IssueTrackerForm(
        choice,
        tracker == null ? null : tracker.url(),
        tracker == null ? null : String.join(", ", tracker.prefixes()));
  }

  public IssueTracker tracker() {
    return IssueTracker.of(url, Forms.words(prefixes));
  }

  /**
   * Refuses a URL that was typed but not chosen, and would be lost; {@code before} had filled the
   * form.
   */
  public void refuseDroppedUrl(@Nullable IssueTracker before) {
    if (before == null && Forms.text(url) != null) {
      throw new InvalidFieldException(
          "url", "Choose “This issue tracker” for this URL, or leave it empty.");
    }
  }
}
