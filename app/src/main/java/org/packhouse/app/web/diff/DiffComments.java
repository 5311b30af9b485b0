package org.packhouse.app.web.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/** The comments in a diff, supplied by the page that shows the diff. */
public interface DiffComments {

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
   * A thread of comments and its position.
   *
   * @param line from 1; null: the thread is about the file as a whole
   * @param before whether the line is one of the file before the change
   * @param content of any type, for {@link #template}
   * @param lines null: the thread is about one line
   */
  record Placed(@Nullable Integer line, boolean before, Object content, @Nullable Lines lines) {

    public Placed(@Nullable Integer line, boolean before, Object content) {
      this(line, before, content, null);
    }
  }

  /** Ranges of lines on both sides, from 1; 0: none on that side. */
  record Lines(int oldFirst, int oldLast, int newFirst, int newLast) {

    boolean contain(int oldNumber, int newNumber) {
      return (oldNumber > 0 && oldFirst <= oldNumber && oldNumber <= oldLast)
          || (newNumber > 0 && newFirst <= newNumber && newNumber <= newLast);
    }
  }

  /** Returns the threads about a file and its lines, the oldest first. */
  List<Placed> in(TreePath path);

  /** The reader's mark of the present content, and the URL that takes {@code viewed}. */
  record Viewed(boolean yes, String url) {}

  /**
   * Returns the URL of the form for a comment on a file, to which {@code &line=}, {@code
   * &lineType=} and {@code &fileType=} may be added.
   *
   * @param before path before a rename; null: not renamed
   * @return null: the reader may not comment, or the path is no text, as comments need it
   */
  default @Nullable String commentUrl(TreePath path, @Nullable TreePath before) {
    return null;
  }

  /** Returns the mark of a content; null: marks are not stored. */
  default @Nullable Viewed viewed(TreePath path, String contentId) {
    return null;
  }

  /** Returns the template whose fragment {@code threads(rows)} shows contents of threads. */
  String template();
}
