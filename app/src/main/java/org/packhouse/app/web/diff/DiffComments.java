package org.packhouse.app.web.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/** The comments that stand in a diff, known to whoever shows it. */
public interface DiffComments {

  /** No comments at all. */
  DiffComments NONE =
      new DiffComments() {
        @Override
        public List<Placed> in(TreePath path) {
          return List.of();
        }

        @Override
        public String template() {
          return "diff/parts";
        }
      };

  /**
   * A thread of comments, and where it stands.
   *
   * @param line number from 1; null: it is about the file as a whole
   * @param before whether the line is counted as the file was before
   * @param content of any type, for {@link #template}
   */
  record Placed(@Nullable Integer line, boolean before, Object content) {}

  /** The threads about a file and its lines, the oldest first. */
  List<Placed> in(TreePath path);

  /** The template whose fragment {@code threads(rows)} shows the contents of threads. */
  String template();
}
