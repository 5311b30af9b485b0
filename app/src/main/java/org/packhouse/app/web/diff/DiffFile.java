package org.packhouse.app.web.diff;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.browse.RawType;
import org.packhouse.app.source.changes.CountedChange;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.web.layout.Links;

/**
 * A changed file as a page shows it.
 *
 * @param index its place among all that changed, from 0
 * @param file what changed
 * @param body its lines; null: they come when they are asked for
 */
record DiffFile(
    int index, CountedChange file, DiffSource source, DiffLook look, @Nullable DiffBody body) {

  /** Changed lines of a file beyond which it waits for somebody to open it. */
  private static final int MAX_UNASKED = 1500;

  private static final int MAX_OWNERS = 3;

  private static final int[] HEIGHTS = {10, 30, 80, 200, 500};

  DiffFile with(DiffBody other) {
    return new DiffFile(index, file, source, look, other);
  }

  private Change change() {
    return file.change();
  }

  TreePath path() {
    return change().path();
  }

  /** The id of its element, the same wherever the file is shown. */
  public String anchor() {
    return DiffAnchor.of(path()) + (isGone() ? "d" : "");
  }

  private boolean isGone() {
    return change().after() == null;
  }

  /** Its path. */
  public String display() {
    return path().display();
  }

  /** The path from which it came; null if it was not moved. */
  public @Nullable String movedFrom() {
    Change.Side moved = change().movedFrom();
    return moved == null ? null : moved.path().display();
  }

  /** Its path, and the one from which it came. */
  public String title() {
    String moved = movedFrom();
    return moved == null ? display() : moved + " → " + display();
  }

  /** The last part of its path. */
  public String name() {
    return path().name();
  }

  /** Name of the kind of change. */
  public String kind() {
    return change().kind().name();
  }

  /** The icon of the kind of change. */
  public String icon() {
    return switch (change().kind()) {
      case ADDED -> "file-plus";
      case DELETED -> "file-minus";
      case MODIFIED -> "file-diff";
      case RENAMED, COPIED -> "files";
    };
  }

  /** The kind of change in words. */
  public String word() {
    int similarity = change().similarity();
    String alike =
        similarity == 0 || similarity == 100 ? "" : ", %d %% alike".formatted(similarity);
    return switch (change().kind()) {
      case ADDED -> "added";
      case DELETED -> "deleted";
      case MODIFIED -> "modified";
      case RENAMED -> "renamed" + alike;
      case COPIED -> "copied" + alike;
    };
  }

  /** The modes before and after; null if they are one. */
  public @Nullable String modeChange() {
    Change.Side before = change().before();
    Change.Side after = change().after();
    return before == null || after == null || before.mode() == after.mode()
        ? null
        : "%06o → %06o".formatted(before.mode(), after.mode());
  }

  /** New lines. */
  public int added() {
    return file.added();
  }

  /** Lines that are gone. */
  public int removed() {
    return file.removed();
  }

  /** How many threads stand in it. */
  public int threads() {
    return source.comments().in(path()).size();
  }

  /** What its owners are called, in a few words; empty: nobody owns it. */
  public String owners() {
    List<String> owners = source.owners().of(path());
    int others = owners.size() - MAX_OWNERS;
    return others <= 1
        ? String.join(", ", owners)
        : String.join(", ", owners.subList(0, MAX_OWNERS)) + " and " + others + " others";
  }

  /** Whether the reader owns it. */
  public boolean isOwn() {
    return source.owners().isReaders(path());
  }

  /** The address of a form for a comment on it; null: the reader may not comment. */
  public @Nullable String sayUrl() {
    Change.Side moved = change().movedFrom();
    return source.comments().sayUrl(path(), moved == null ? null : moved.path());
  }

  /** The reader's mark on it; null: none is kept. */
  public DiffComments.@Nullable Viewed mark() {
    Change.Side after = change().after();
    Change.Side side = after == null ? change().before() : after;
    return side == null ? null : source.comments().viewed(path(), side.contentId());
  }

  /** Whether the reader has viewed it as it is. */
  public boolean isViewed() {
    DiffComments.Viewed mark = mark();
    return mark != null && mark.yes();
  }

  /** The page of the file after the change, or before it if it is gone. */
  public String url() {
    return isGone()
        ? source.places().before().browse(path())
        : source.places().after().browse(path());
  }

  /** The address of its lines. */
  public String linesUrl() {
    return source.places().part(look, name(path(), change().movedFrom()));
  }

  /** The address of hidden lines: the first, the last or all of them. */
  public String gapUrl(DiffGap gap, String take) {
    return Query.add(
        linesUrl(),
        switch (take) {
          case "above" -> gap.above();
          case "below" -> gap.below();
          default -> gap.all();
        });
  }

  private String[] name(TreePath path, Change.@Nullable Side moved) {
    return new String[] {
      "file=" + Links.encode(path.url()),
      moved == null ? "" : "from=" + Links.encode(moved.path().url()),
      isGone() ? "gone=1" : ""
    };
  }

  /** Whether its lines come when it is scrolled to. */
  public boolean isEager() {
    return added() + removed() <= MAX_UNASKED && file.counted() == CountedChange.Counted.LINES;
  }

  /** A class for the room that its lines take, so that little moves when they come. */
  public String height() {
    int lines = body == null ? added() + removed() + 6 : body.size();
    int step = 0;
    while (step < HEIGHTS.length && lines > HEIGHTS[step]) {
      step++;
    }
    return "room-" + step;
  }

  /** The picture that the file was; null if it was none. */
  public @Nullable String pictureBefore() {
    Change.Side before = change().before();
    return before != null && isPicture(before) ? source.places().before().raw(before.path()) : null;
  }

  /** The picture that the file is; null if it is none. */
  public @Nullable String pictureAfter() {
    Change.Side after = change().after();
    return after != null && isPicture(after) ? source.places().after().raw(after.path()) : null;
  }

  private boolean isPicture(Change.Side side) {
    return file.counted() == CountedChange.Counted.BINARY
        ? isPicture(side, null)
        : isPicture(side, StandardCharsets.UTF_8);
  }

  private boolean isPicture(Change.Side side, @Nullable Charset encoding) {
    return !side.isSubmodule()
        && !change().hasSameContent()
        && RawType.of(side.path().name(), encoding).isImage();
  }

  /** What is shown without reading the file; null: its lines have to be compared. */
  @Nullable DiffBody known(DiffThreads threads) {
    if (change().hasSameContent()) {
      return DiffBody.instead(
          change().kind() == FileChange.Kind.MODIFIED
              ? "The mode differs, the content is the same."
              : "The content is the same.",
          threads);
    }
    return switch (file.counted()) {
      case BINARY -> DiffBody.instead("The file is binary.", threads);
      case TOO_LARGE -> DiffBody.instead("The file is too large to compare on a page.", threads);
      case LINES, TOO_MANY -> null;
    };
  }
}
