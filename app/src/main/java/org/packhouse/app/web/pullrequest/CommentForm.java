package org.packhouse.app.web.pullrequest;

import java.util.Map;
import java.util.regex.Pattern;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A comment as a form sends it.
 *
 * @param parent the comment that is replied to; null: none
 * @param version the one that the sender knows
 * @param task whether it is something to be done
 * @param resolved whether that was done
 * @param settled whether the thread that begins with it is resolved
 * @param pending whether it shall be part of the sender's review, which is not finished
 * @param draft the name under which a browser keeps what was typed
 */
@Value.Builder
record CommentForm(
    @Nullable String text,
    @Nullable Long parent,
    @Nullable Integer version,
    @Nullable Boolean task,
    @Nullable Boolean resolved,
    @Nullable Boolean settled,
    @Nullable Boolean pending,
    @Nullable String draft) {

  static final CommentForm NONE =
      new CommentFormBuilder()
          .text(null)
          .parent(null)
          .version(null)
          .task(null)
          .resolved(null)
          .settled(null)
          .pending(null)
          .draft(null)
          .build();

  private static final Pattern DRAFT = Pattern.compile("[\\w./, -]{1,300}");

  String words() {
    return text == null ? "" : text;
  }

  /** The version, of which there is none below 0. */
  int known() {
    return version == null ? -1 : version;
  }

  /** The name of the draft, if it is one that a page gives. */
  @Nullable String safeDraft() {
    return draft != null && DRAFT.matcher(draft).matches() ? draft : null;
  }

  /** The same as the new text of a comment. */
  CommentForm of(long comment) {
    return new CommentFormBuilder().copyOf(this).parent(-comment).build();
  }

  /** What was typed, by the field that it was typed into. */
  Map<String, String> typed() {
    String field = parent == null ? "new" : parent < 0 ? "edit-" + -parent : "reply-" + parent;
    return Map.of(field, words());
  }
}
