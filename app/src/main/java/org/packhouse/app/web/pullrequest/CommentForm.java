package org.packhouse.app.web.pullrequest;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a comment.
 *
 * @param parent id of the comment that is replied to; negated: of the comment that is edited
 * @param version the version that the sender has read
 * @param pending whether the comment is part of the sender's unfinished review
 * @param draft the key under which the browser stores the typed text
 */
record CommentForm(
    @Nullable String text,
    @Nullable Long parent,
    @Nullable Integer version,
    @Nullable Boolean task,
    @Nullable Boolean pending,
    @Nullable String draft) {

  static final CommentForm NONE = new CommentForm(null, null, null, null, null, null);

  private static final Pattern DRAFT = Pattern.compile("[\\w./, -]{1,300}");

  String words() {
    return text == null ? "" : text;
  }

  int versionOrNone() {
    return version == null ? -1 : version;
  }

  /** Returns the key of the draft, or null for one that no page could have given. */
  @Nullable String safeDraft() {
    return draft != null && DRAFT.matcher(draft).matches() ? draft : null;
  }

  CommentForm of(long comment) {
    return new CommentForm(text, -comment, version, task, pending, draft);
  }

  Map<String, String> typed() {
    String field = parent == null ? "new" : parent < 0 ? "edit-" + -parent : "reply-" + parent;
    return Map.of(field, words());
  }
}
