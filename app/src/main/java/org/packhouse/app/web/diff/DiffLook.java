package org.packhouse.app.web.diff;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.Whitespace;

/**
 * The form in which a reader wants a diff.
 *
 * @param split whether lines are shown side by side
 * @param whitespace the white space that makes lines differ
 */
public record DiffLook(boolean split, Whitespace whitespace) {

  /**
   * Reads it from a request.
   *
   * @param view {@code split} or {@code unified}; else what was chosen before counts
   * @param w {@code 1} or {@code all}: no white space matters; {@code amount}: its amount does not
   * @param splitBefore whether side by side was chosen before
   */
  static DiffLook of(@Nullable String view, @Nullable String w, boolean splitBefore) {
    boolean split = view == null ? splitBefore : view.equals("split");
    return new DiffLook(
        split,
        switch (w == null ? "" : w.toLowerCase(Locale.ROOT)) {
          case "1", "all" -> Whitespace.IGNORED;
          case "amount" -> Whitespace.AMOUNT_IGNORED;
          default -> Whitespace.SHOWN;
        });
  }

  DiffLook withSplit(boolean other) {
    return new DiffLook(other, whitespace);
  }

  DiffLook with(Whitespace other) {
    return new DiffLook(split, other);
  }

  /** For the query of an address. */
  String[] parameters() {
    String w =
        switch (whitespace) {
          case SHOWN -> "";
          case AMOUNT_IGNORED -> "w=amount";
          case IGNORED -> "w=1";
        };
    return new String[] {"view=" + (split ? "split" : "unified"), w};
  }

  /** Whether some white space is left out of account. */
  public boolean ignoresWhitespace() {
    return whitespace != Whitespace.SHOWN;
  }
}
