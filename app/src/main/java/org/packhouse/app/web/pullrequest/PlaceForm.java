package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.pullrequest.PullRequestDiffPages.Shown;
import org.packhouse.app.web.source.commit.LinePlace;

/** The anchor of a comment: its place in the diff, and the range of commits of the diff. */
record PlaceForm(LinePlace at, Shown range) {

  static final PlaceForm NONE = new PlaceForm(LinePlace.NONE, new Shown(null, null));

  public boolean isInDiff() {
    return Forms.text(at.path()) != null;
  }

  /** Returns the anchor, not yet validated; null: the pull request as a whole. */
  @Nullable RequestedAnchor anchor() {
    String from = range.from();
    String to = range.to();
    return at.requested(from, to, to == null ? "EFFECTIVE" : from == null ? "COMMIT" : "RANGE");
  }

  /** Returns the key under which the browser stores the typed text. */
  public String draft() {
    return isInDiff() ? at.draft() : "new";
  }

  public String words() {
    boolean beginsBefore = "REMOVED".equals(at.startLineType()) && !"FROM".equals(at.fileType());
    return beginsBefore && at.startLine() != null && at.line() != null
        ? "%s, lines %d as it was to %d".formatted(at.path(), at.startLine(), at.line())
        : at.words();
  }

  String diff(String url) {
    return PathInUrl.join(
        url + "/diff", parameter("since", range.from()), parameter("until", range.to()));
  }

  private static String parameter(String name, @Nullable String value) {
    return value == null ? "" : name + "=" + Links.encode(value);
  }
}
