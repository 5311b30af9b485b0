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
   * @param lines that it is about; null: its own alone
   */
  record Placed(@Nullable Integer line, boolean before, Object content, @Nullable Lines lines) {

    /** One about one line, or a file. */
    public Placed(@Nullable Integer line, boolean before, Object content) {
      this(line, before, content, null);
    }
  }

  /** Lines of either side from one to another; 0: there are none on that side. */
  record Lines(int oldFirst, int oldLast, int newFirst, int newLast) {

    boolean have(int oldNumber, int newNumber) {
      return (oldNumber > 0 && oldFirst <= oldNumber && oldNumber <= oldLast)
          || (newNumber > 0 && newFirst <= newNumber && newNumber <= newLast);
    }
  }

  /** The threads about a file and its lines, the oldest first. */
  List<Placed> in(TreePath path);

  /**
   * A mark of the reader on a file.
   *
   * @param yes whether the reader has viewed it as it is
   * @param url takes a form that says so, with the parameter {@code viewed}; without the context
   *     path
   */
  record Viewed(boolean yes, String url) {}

  /**
   * The address of a form for a comment on a file, to which {@code &line=}, {@code &lineType=} and
   * {@code &fileType=} may be added; null: the reader may not comment, or the file's name is no
   * text, by which comments name files.
   *
   * @param before where the file was before it was moved; null: it was not
   */
  default @Nullable String sayUrl(TreePath path, @Nullable TreePath before) {
    return null;
  }

  /**
   * The mark of a file; null: none are kept.
   *
   * @param contentId of the file as it is, or as it was if it is gone
   */
  default @Nullable Viewed viewed(TreePath path, String contentId) {
    return null;
  }

  /** The template whose fragment {@code threads(rows)} shows the contents of threads. */
  String template();
}
