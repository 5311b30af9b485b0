package org.packhouse.app.web.diff;

import java.util.List;
import org.packhouse.app.review.pullrequest.owners.FileOwners;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;

/**
 * The diff that a page shows; the repository stays open until the page is rendered.
 *
 * @param filtersOwn whether the file tree can be filtered by the files that the reader owns
 */
public record DiffSource(
    OpenRepository open,
    CommitRange range,
    Places places,
    DiffComments comments,
    FileOwners owners,
    boolean filtersOwn,
    DiffAnnotations annotations) {

  /** Creates a diff in which no files have owners. */
  public DiffSource(
      OpenRepository open,
      CommitRange range,
      Places places,
      DiffComments comments,
      DiffAnnotations annotations) {
    this(open, range, places, comments, FileOwners.none(), false, annotations);
  }

  DiffThreads threads(TreePath path, DiffAnnotations.OfFile annotated) {
    return new DiffThreads(comments.in(path), annotated);
  }

  DiffAnnotations.OfFile annotations(TreePath path) {
    return annotations.in(List.of(path)).getOrDefault(path, DiffAnnotations.OfFile.NONE);
  }

  /**
   * URLs without the context path.
   *
   * @param page the page with the diff, without the parameters of a {@link DiffLook}
   * @param parts serves {@link DiffPages#part}; names both commits by their ids
   * @param before of the files of the earlier commit
   * @param after of the files of the later commit
   */
  public record Places(String page, String parts, Locations before, Locations after) {

    public static Places of(RepositoryView view, CommitRange range, String page, String parts) {
      Locations after = Locations.of(view, range.until());
      String since = range.since();
      return new Places(page, parts, since == null ? after : Locations.of(view, since), after);
    }

    String page(DiffLook look) {
      return PathInUrl.join(page, look.parameters());
    }

    String part(DiffLook look, String... parameters) {
      return PathInUrl.join(PathInUrl.join(parts, look.parameters()), parameters);
    }
  }
}
