package org.packhouse.app.web.diff;

import java.util.List;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.RepositoryView;

/**
 * The diff that a page shows.
 *
 * @param open has both commits; open until the page is made
 * @param range the two commits
 * @param places where it is shown, and the files of either side
 * @param comments those that stand in it
 * @param owners of its files
 * @param remarks of programs
 */
public record DiffSource(
    OpenRepository open,
    CommitRange range,
    Places places,
    DiffComments comments,
    DiffOwners owners,
    DiffRemarks remarks) {

  /** A diff of files that nobody owns, on which no program remarks. */
  public DiffSource(OpenRepository open, CommitRange range, Places places, DiffComments comments) {
    this(open, range, places, comments, DiffOwners.NONE, DiffRemarks.NONE);
  }

  /** What is said of a file. */
  DiffThreads threads(TreePath path, DiffRemarks.OfFile remarked) {
    return new DiffThreads(comments.in(path), remarked);
  }

  /** The remarks on one file. */
  DiffRemarks.OfFile remarks(TreePath path) {
    return remarks.in(List.of(path)).getOrDefault(path, DiffRemarks.OfFile.NONE);
  }

  /**
   * Addresses, without the context path.
   *
   * @param page that shows the diff, without the parameters of a {@link DiffLook}; it names commits
   *     or what they are called
   * @param parts serves {@link DiffPages#part}; it names both commits by their ids, or what cannot
   *     change
   * @param before of the files of the earlier commit
   * @param after of the files of the later commit
   */
  public record Places(String page, String parts, Locations before, Locations after) {

    /** Those of two commits of one repository. */
    public static Places of(RepositoryView view, CommitRange range, String page, String parts) {
      Locations after = Locations.of(view, range.until());
      String since = range.since();
      return new Places(page, parts, since == null ? after : Locations.of(view, since), after);
    }

    /** The address of the page in that form. */
    String page(DiffLook look) {
      return Query.add(page, look.parameters());
    }

    /** The address of a part in that form. */
    String part(DiffLook look, String... parameters) {
      return Query.add(Query.add(parts, look.parameters()), parameters);
    }
  }
}
