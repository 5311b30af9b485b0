package org.packhouse.app.web.diff;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.source.changes.DiffSummaries.DiffSummary;
import org.packhouse.app.storage.diff.Whitespace;

/** The first part of a diff on a page: some files from an index on, and the file tree. */
record DiffPage(
    DiffSummary summary,
    DiffSource source,
    DiffLook look,
    int start,
    List<DiffFile> files,
    DiffTree tree,
    int omitted) {

  static final int PIECE = 100;

  /** Files that are loaded when they are scrolled to; indexes from 0, the end is exclusive. */
  record Piece(int start, int end, String url) {}

  record Choice(String label, boolean chosen, String url) {}

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

  public List<Choice> layouts() {
    return List.of(
        new Choice("Unified", !look.split(), source.places().page(look.withSplit(false))),
        new Choice("Side by side", look.split(), source.places().page(look.withSplit(true))));
  }

  public List<Choice> whitespaces() {
    return List.of(
        whitespace("Show all", Whitespace.SHOWN),
        whitespace("Ignore its amount", Whitespace.AMOUNT_IGNORED),
        whitespace("Ignore all", Whitespace.IGNORED));
  }

  private Choice whitespace(String label, Whitespace other) {
    return new Choice(label, look.whitespace() == other, source.places().page(look.with(other)));
  }

  /** Returns the URL of the file tree, to which {@code &filter=} is to be added. */
  public String treeUrl() {
    return source.places().part(look);
  }

  public String pageUrl() {
    return source.places().page(look);
  }

  public boolean mayOwnSome() {
    return source.filtersOwn() && source.owners().mayOwnSome();
  }

  public String commentsTemplate() {
    return source.comments().template();
  }
}
