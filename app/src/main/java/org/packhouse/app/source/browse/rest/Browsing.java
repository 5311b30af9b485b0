package org.packhouse.app.source.browse.rest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.browse.BrowseSettings;
import org.packhouse.app.source.browse.Submodules;
import org.packhouse.app.source.browse.rest.BrowseViews.BinaryView;
import org.packhouse.app.source.browse.rest.BrowseViews.Child;
import org.packhouse.app.source.browse.rest.BrowseViews.DirectoryView;
import org.packhouse.app.source.browse.rest.BrowseViews.FileView;
import org.packhouse.app.source.browse.rest.BrowseViews.SubmoduleView;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.LinePage;
import org.packhouse.app.storage.content.PathView;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.stereotype.Component;

/** Builds the responses of {@code browse}. */
@Component
class Browsing {

  private static final int DEFAULT_LIMIT = 500;

  private final Trees trees;
  private final Blobs blobs;
  private final Submodules submodules;
  private final BlameViews blame;
  private final BrowseSettings settings;

  Browsing(
      Trees trees, Blobs blobs, Submodules submodules, BlameViews blame, BrowseSettings settings) {
    this.blame = blame;
    this.trees = trees;
    this.blobs = blobs;
    this.submodules = submodules;
    this.settings = settings;
  }

  @Nullable Long size(BrowseTarget located) throws IOException {
    Optional<TreeEntry> blob = located.blob();
    return blob.isEmpty() ? null : Long.valueOf(blobs.size(located.open(), blob.get().id()));
  }

  List<BlameViews.Span> blameAlone(
      BrowseTarget located, @Nullable String start, @Nullable String limit) throws IOException {
    PageRequest request = lines(start, limit);
    return blame.of(located, request.start(), request.limit());
  }

  Object content(
      BrowseTarget located, @Nullable String start, @Nullable String limit, boolean withBlame)
      throws IOException {
    return switch (located.entry().kind()) {
      case DIRECTORY -> directory(located, request(start, limit, settings.directory().children()));
      case SUBMODULE -> submodule(located);
      case FILE, EXECUTABLE, SYMLINK -> file(located, lines(start, limit), withBlame);
    };
  }

  private PageRequest lines(@Nullable String start, @Nullable String limit) {
    return request(start, limit, settings.source().lines());
  }

  private static PageRequest request(@Nullable String start, @Nullable String limit, int most) {
    return PageRequest.parse(start, limit, Math.min(DEFAULT_LIMIT, most), most);
  }

  private Object file(BrowseTarget located, PageRequest request, boolean withBlame)
      throws IOException {
    String blob = located.entry().id();
    Optional<LinePage> lines =
        blobs.lines(
            located.open(), blob, request.start(), request.limit(), settings.source().length());
    if (lines.isEmpty()) {
      PathView path = PathView.of(located.entry().path());
      return new BinaryView(true, path, blobs.size(located.open(), blob));
    }
    int count = lines.get().lines().size();
    return FileView.of(
        lines.get(), request.limit(), withBlame ? blame.of(located, request.start(), count) : null);
  }

  private SubmoduleView submodule(BrowseTarget located) throws IOException {
    TreePath path = located.entry().path();
    return new SubmoduleView(
        PathView.of(path),
        located.revision().at(),
        located.entry().id(),
        BrowseViews.type(located.entry()),
        submodules.urls(located.open(), located.revision().commit()).get(path.display()));
  }

  private DirectoryView directory(BrowseTarget located, PageRequest request) throws IOException {
    TreePath path = located.entry().path();
    List<TreeEntry> entries =
        trees.list(located.open(), located.entry(), request.start(), request.oneMore()).entries();
    Page<TreeEntry> page = Page.ofOneMore(request, entries);
    Map<String, Long> sizes =
        blobs.sizes(
            located.open(),
            page.values().stream()
                .filter(entry -> BrowseViews.type(entry).equals("FILE"))
                .map(TreeEntry::id)
                .toList());
    boolean modules = page.values().stream().anyMatch(Browsing::isSubmodule);
    Map<String, String> urls =
        modules ? submodules.urls(located.open(), located.revision().commit()) : Map.of();
    return new DirectoryView(
        PathView.of(path), located.revision().at(), page.map(entry -> child(entry, sizes, urls)));
  }

  private static Child child(
      TreeEntry entry, Map<String, Long> sizes, Map<String, String> submoduleUrls) {
    boolean module = isSubmodule(entry);
    return new Child(
        PathView.of(entry.path().last()),
        entry.isDirectory() ? entry.id() : null,
        entry.isDirectory() ? null : entry.id(),
        BrowseViews.type(entry),
        entry.isDirectory() || module ? null : sizes.get(entry.id()),
        module ? submoduleUrls.get(entry.path().display()) : null);
  }

  private static boolean isSubmodule(TreeEntry entry) {
    return entry.kind() == TreeEntry.Kind.SUBMODULE;
  }
}
