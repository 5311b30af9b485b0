package org.packhouse.app.web.diff;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.packhouse.app.storage.content.TreePath;

/** The annotations of reports in a diff, supplied by the page that shows the diff. */
@FunctionalInterface
public interface DiffAnnotations {

  DiffAnnotations NONE = _ -> Map.of();

  int MAX_SHOWN = 50;

  /** Returns the annotations of files, read at once; files without any may be left out. */
  Map<TreePath, OfFile> in(Collection<TreePath> paths);

  /** The annotations of a file, the most severe first, and the number and URL of all others. */
  record OfFile(List<DiffAnnotation> annotations, int others, String url) {

    static final OfFile NONE = new OfFile(List.of(), 0, "");
  }
}
