package org.packhouse.app.web.diff;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.Whitespace;

public record DiffLook(boolean split, Whitespace whitespace) {

  /**
   * Parses request parameters.
   *
   * @param view {@code split} or {@code unified}; null: as chosen before
   * @param w {@code 1} or {@code all}: white space is ignored; {@code amount}: its amount is
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

  String[] parameters() {
    String w =
        switch (whitespace) {
          case SHOWN -> "";
          case AMOUNT_IGNORED -> "w=amount";
          case IGNORED -> "w=1";
        };
    return new String[] {"view=" + (split ? "split" : "unified"), w};
  }

  public boolean ignoresWhitespace() {
    return whitespace != Whitespace.SHOWN;
  }
}
