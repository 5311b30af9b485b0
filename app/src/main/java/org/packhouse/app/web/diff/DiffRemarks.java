package org.packhouse.app.web.diff;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.packhouse.app.storage.content.TreePath;

/** The remarks of programs that stand in a diff, known to whoever shows it. */
@FunctionalInterface
public interface DiffRemarks {

  /** No remarks at all. */
  DiffRemarks NONE = _ -> Map.of();

  /** Remarks that are shown in one file. */
  int MAX_SHOWN = 50;

  /**
   * Those of the files at some paths, which are asked for at once; a file without any may be left
   * out.
   */
  Map<TreePath, OfFile> in(Collection<TreePath> paths);

  /**
   * The remarks on a file.
   *
   * @param remarks the heaviest first; more of them than are shown where some are on lines that are
   *     hidden
   * @param others how many there are besides
   * @param url has all of them, without the context path
   */
  record OfFile(List<DiffRemark> remarks, int others, String url) {

    /** None. */
    static final OfFile NONE = new OfFile(List.of(), 0, "");
  }
}
