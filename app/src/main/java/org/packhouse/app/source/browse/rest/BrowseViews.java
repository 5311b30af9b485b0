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

/** Responses of {@code browse} in the REST dialect. */
final class BrowseViews {

  private BrowseViews() {}

  /** Returns the dialect's name of an entry's type: a symbolic link is a file. */
  static String type(TreeEntry entry) {
    return switch (entry.kind()) {
      case DIRECTORY -> "DIRECTORY";
      case SUBMODULE -> "SUBMODULE";
      case FILE, EXECUTABLE, SYMLINK -> "FILE";
    };
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Summary(@Nullable String type, @Nullable Long size) {}

  record DirectoryView(PathView path, String revision, Page<Child> children) {}

  /**
   * An entry, with the path relative to the directory.
   *
   * @param node id of a directory's tree
   * @param contentId id of the blob, or the commit of a submodule
   * @param url URL of a submodule in {@code .gitmodules}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Child(
      PathView path,
      @Nullable String node,
      @Nullable String contentId,
      String type,
      @Nullable Long size,
      @Nullable String url) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SubmoduleView(
      PathView path, String revision, String contentId, String type, @Nullable String url) {}

  record BinaryView(boolean binary, PathView path, long size) {}

  /** Lines of a file, without a path: clients take a response with a path for a directory. */
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

  /** A line; {@code truncated} is null, and left out, unless the line is cut. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LineView(String text, @Nullable Boolean truncated) {
    static LineView of(LinePage.Line line) {
      return new LineView(line.text(), line.truncated() ? true : null);
    }
  }
}
