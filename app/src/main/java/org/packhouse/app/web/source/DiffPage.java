package org.packhouse.app.web.source;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.changes.CommitChanges;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.web.RepositoryView;

/**
 * The diff of a page.
 *
 * @param split whether lines are shown side by side
 * @param ignoreWhitespace whether lines that differ in white space alone are equal
 */
record DiffPage(
    CommitChanges changes,
    List<ChangedFile> files,
    boolean split,
    boolean ignoreWhitespace,
    String unifiedUrl,
    String splitUrl,
    String whitespaceUrl) {

  /**
   * The form in which a page wants its diff.
   *
   * @param view {@code split}: side by side
   * @param w {@code 1}: white space does not matter
   */
  record Look(@Nullable String view, @Nullable String w) {
    boolean split() {
      return "split".equals(view);
    }

    boolean ignoreWhitespace() {
      return "1".equals(w);
    }
  }

  /**
   * The diff.
   *
   * @param address of the page, without {@code view} and {@code w}
   */
  static DiffPage of(
      RepositoryView view, CommitRange range, CommitChanges changes, Look look, String address) {
    Locations after = new Locations(view, new Revision(range.until(), null), false);
    Locations before =
        range.since() == null
            ? after
            : new Locations(view, new Revision(range.since(), null), false);
    return new DiffPage(
        changes,
        changes.files().stream().map(file -> ChangedFile.of(file, before, after)).toList(),
        look.split(),
        look.ignoreWhitespace(),
        url(address, false, look.ignoreWhitespace()),
        url(address, true, look.ignoreWhitespace()),
        url(address, look.split(), !look.ignoreWhitespace()));
  }

  private static String url(String address, boolean split, boolean ignoreWhitespace) {
    String separator = address.indexOf('?') < 0 ? "?" : "&";
    String query = (split ? "view=split" : "") + (split && ignoreWhitespace ? "&" : "");
    String all = query + (ignoreWhitespace ? "w=1" : "");
    return all.isEmpty() ? address : address + separator + all;
  }
}
