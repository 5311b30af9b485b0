package org.packhouse.app.source.browse.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.storage.content.LinePage;
import org.packhouse.app.storage.content.PathView;
import org.packhouse.app.storage.content.TreeEntry;

/** Responses of {@code browse}, as the REST dialect shows them. */
final class BrowseViews {

  private BrowseViews() {}

  /** What the dialect calls an entry: a symbolic link is a file that holds a path. */
  static String type(TreeEntry entry) {
    return switch (entry.kind()) {
      case DIRECTORY -> "DIRECTORY";
      case SUBMODULE -> "SUBMODULE";
      case FILE, EXECUTABLE, SYMLINK -> "FILE";
    };
  }

  /** An entry in short. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Summary(@Nullable String type, @Nullable Long size) {}

  /** A directory. */
  record DirectoryView(PathView path, String revision, Page<Child> children) {}

  /**
   * An entry of a directory.
   *
   * @param path as seen from the directory
   * @param node of a directory: the tree
   * @param contentId of all else: the blob, or the submodule's commit
   * @param size of a file, in bytes
   * @param url of a submodule: where it comes from, as {@code .gitmodules} says
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Child(
      PathView path,
      @Nullable String node,
      @Nullable String contentId,
      String type,
      @Nullable Long size,
      @Nullable String url) {}

  /** A submodule by itself. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SubmoduleView(
      PathView path, String revision, String contentId, String type, @Nullable String url) {}

  /** A file that is no text. */
  record BinaryView(boolean binary, PathView path, long size) {}

  /**
   * Lines of a file. They come without a path: clients take an answer that has one for a directory.
   *
   * @param size how many lines this page holds
   * @param blame who wrote them; null if nobody asked
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({"lines", "start", "size", "limit", "isLastPage", "nextPageStart"})
  @Value.Builder
  record FileView(
      List<LineView> lines,
      int start,
      int size,
      int limit,
      @JsonProperty("isLastPage") boolean isLastPage,
      @Nullable Integer nextPageStart,
      @Nullable List<BlameViews.Span> blame) {

    static FileView of(LinePage page, int limit, @Nullable List<BlameViews.Span> blame) {
      int size = page.lines().size();
      return new FileViewBuilder()
          .lines(page.lines().stream().map(LineView::of).toList())
          .start(page.start())
          .size(size)
          .limit(limit)
          .isLastPage(page.isLast())
          .nextPageStart(page.isLast() ? null : page.start() + size)
          .blame(blame)
          .build();
    }
  }

  /**
   * A line.
   *
   * @param truncated true if it is longer than what is returned; null, and left out, if not
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LineView(String text, @Nullable Boolean truncated) {
    static LineView of(LinePage.Line line) {
      return new LineView(line.text(), line.truncated() ? true : null);
    }
  }
}
