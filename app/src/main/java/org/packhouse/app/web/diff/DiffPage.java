package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.source.changes.DiffSummary;
import org.packhouse.app.storage.diff.Whitespace;

/**
 * A diff as a page begins with it.
 *
 * @param start index of the first of {@code files} among all that changed
 * @param files those that are shown at once, some without their lines
 * @param tree files to choose from
 * @param omitted how many are not in {@code tree}
 */
record DiffPage(
    DiffSummary summary,
    DiffSource source,
    DiffLook look,
    int start,
    List<DiffFile> files,
    DiffTree tree,
    int omitted) {

  /** How many files come together. */
  static final int PIECE = 100;

  /** Files that come when they are scrolled to; indexes from 0, the end is not among them. */
  record Piece(int start, int end, String url) {}

  /** An option, its name and its address. */
  record Choice(String label, boolean chosen, String url) {}

  /** The files that are not shown yet. */
  public List<Piece> pieces() {
    List<Piece> pieces = new ArrayList<>();
    for (int from = start + files.size(); from < summary.files().size(); from += PIECE) {
      pieces.add(
          new Piece(
              from,
              Math.min(from + PIECE, summary.files().size()),
              source.places().part(look, "start=" + from)));
    }
    return pieces;
  }

  /** Lines one below the other, or side by side. */
  public List<Choice> layouts() {
    return List.of(
        new Choice("Unified", !look.split(), source.places().page(look.withSplit(false))),
        new Choice("Side by side", look.split(), source.places().page(look.withSplit(true))));
  }

  /** The white space that may matter. */
  public List<Choice> whitespaces() {
    return List.of(
        whitespace("Show all", Whitespace.SHOWN),
        whitespace("Ignore its amount", Whitespace.AMOUNT_IGNORED),
        whitespace("Ignore all", Whitespace.IGNORED));
  }

  private Choice whitespace(String label, Whitespace other) {
    return new Choice(label, look.whitespace() == other, source.places().page(look.with(other)));
  }

  /** The address of the list of files, to which {@code &filter=} is to be added. */
  public String treeUrl() {
    return source.places().part(look);
  }

  /** The address that shows the whole diff. */
  public String pageUrl() {
    return source.places().page(look);
  }

  /** Whether the reader may own some of the files. */
  public boolean mayBeReaders() {
    return source.owners().mayBeReaders();
  }

  /** The template of comments. */
  public String commentsTemplate() {
    return source.comments().template();
  }
}
