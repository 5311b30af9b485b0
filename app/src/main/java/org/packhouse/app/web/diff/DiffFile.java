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
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.layout.Links;

/** A changed file as a page shows it; without a body its lines are loaded on demand. */
record DiffFile(
    int index, CountedChange file, DiffSource source, DiffLook look, @Nullable DiffBody body) {

  /** Changed lines of a file that is loaded without being opened by the reader. */
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

  /** Returns the id of the HTML element, the same on every page. */
  public String anchor() {
    return DiffPages.anchor(path()) + (isGone() ? "d" : "");
  }

  private boolean isGone() {
    return change().after() == null;
  }

  public String display() {
    return path().display();
  }

  /** Returns the path before a rename or of the copied file; null: neither. */
  public @Nullable String movedFrom() {
    Change.Side moved = change().movedFrom();
    return moved == null ? null : moved.path().display();
  }

  public String title() {
    String moved = movedFrom();
    return moved == null ? display() : moved + " → " + display();
  }

  public String name() {
    return path().name();
  }

  public String kind() {
    return change().kind().name();
  }

  public String icon() {
    return switch (change().kind()) {
      case ADDED -> "file-plus";
      case DELETED -> "file-minus";
      case MODIFIED -> "file-diff";
      case RENAMED, COPIED -> "files";
    };
  }

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

  /** Returns the modes before and after in octal; null: unchanged. */
  public @Nullable String modeChange() {
    Change.Side before = change().before();
    Change.Side after = change().after();
    return before == null || after == null || before.mode() == after.mode()
        ? null
        : "%06o → %06o".formatted(before.mode(), after.mode());
  }

  public int added() {
    return file.added();
  }

  public int removed() {
    return file.removed();
  }

  public int threads() {
    return source.comments().in(path()).size();
  }

  /** Returns the names of the owners, shortened; empty: none. */
  public String owners() {
    List<String> owners = source.owners().of(path());
    int others = owners.size() - MAX_OWNERS;
    return others <= 1
        ? String.join(", ", owners)
        : String.join(", ", owners.subList(0, MAX_OWNERS)) + " and " + others + " others";
  }

  public boolean isOwn() {
    return source.owners().isOwnedByReader(path());
  }

  public @Nullable String commentUrl() {
    Change.Side moved = change().movedFrom();
    return source.comments().commentUrl(path(), moved == null ? null : moved.path());
  }

  public DiffComments.@Nullable Viewed mark() {
    Change.Side after = change().after();
    Change.Side side = after == null ? change().before() : after;
    return side == null ? null : source.comments().viewed(path(), side.contentId());
  }

  public boolean isViewed() {
    DiffComments.Viewed mark = mark();
    return mark != null && mark.yes();
  }

  /** Returns the page of the file after the change, or before it if the file is deleted. */
  public String url() {
    return isGone()
        ? source.places().before().browse(path())
        : source.places().after().browse(path());
  }

  public String linesUrl() {
    return source.places().part(look, name(path(), change().movedFrom()));
  }

  /**
   * Returns the URL of hidden lines; {@code take} is {@code above}, {@code below} or {@code all}.
   */
  public String gapUrl(DiffGap gap, String take) {
    return PathInUrl.join(linesUrl(), gap.parameters(take));
  }

  private String[] name(TreePath path, Change.@Nullable Side moved) {
    return new String[] {
      "file=" + Links.encode(path.url()),
      moved == null ? "" : "from=" + Links.encode(moved.path().url()),
      isGone() ? "gone=1" : ""
    };
  }

  /** Returns whether the lines are loaded when the file is scrolled to. */
  public boolean isEager() {
    return added() + removed() <= MAX_UNASKED && file.counted() == CountedChange.Counted.LINES;
  }

  /** Returns the CSS class that reserves height, so that the page moves little on loading. */
  public String height() {
    int lines = body == null ? added() + removed() + 6 : body.size();
    int step = 0;
    while (step < HEIGHTS.length && lines > HEIGHTS[step]) {
      step++;
    }
    return "room-" + step;
  }

  public @Nullable String pictureBefore() {
    Change.Side before = change().before();
    return before != null && isPicture(before) ? source.places().before().raw(before.path()) : null;
  }

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

  /** Returns the body if it is known without reading the file, else null. */
  @Nullable DiffBody bodyWithoutReading(DiffThreads threads) {
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
