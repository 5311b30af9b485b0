package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.source.browse.RawType;
import org.packhouse.app.source.browse.Submodules;
import org.packhouse.app.source.browse.WellKnownFile;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.FileContent;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.PathInUrl;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Fills the page of a file. */
@Component
record FilePage(
    Blobs blobs, Readme readme, BlamePage blame, Submodules submodules, RequestMemory memory) {

  private static final int LIMIT = 1 << 20;

  /** Limit if memory permits: text takes several times its bytes. */
  private static final int LARGE_LIMIT = 5 << 20;

  private static final int BYTES_EACH = 5;
  private static final int MAX_LINES = 50_000;

  /**
   * Options of the page of a file or directory.
   *
   * @param source whether to show text that could be rendered
   * @param start index of the first line or entry, from 0
   * @param filter part of the names of entries
   */
  record Options(boolean blame, boolean source, int start, String filter) {}

  String show(
      OpenRepository open, TreeEntry entry, Locations locations, Options options, Model model)
      throws IOException {
    TreePath path = entry.path();
    model.addAttribute("entry", entry);
    model.addAttribute("scripts", List.of("/assets/finder.js"));
    model.addAttribute("rawUrl", locations.raw(path));
    switch (entry.kind()) {
      case SUBMODULE -> submodule(open, entry, locations, model);
      case SYMLINK -> symlink(open, entry, locations, model);
      default -> file(open, entry, locations, options, model);
    }
    return "source/file";
  }

  private void submodule(OpenRepository open, TreeEntry entry, Locations locations, Model model)
      throws IOException {
    model.addAttribute("submodule", entry.id());
    String url = submodules.urls(open, locations.revision().commit()).get(entry.path().display());
    model.addAttribute("submoduleFrom", url);
    boolean web = url != null && (url.startsWith("https://") || url.startsWith("http://"));
    model.addAttribute("submoduleUrl", web ? url : null);
  }

  private void file(
      OpenRepository open, TreeEntry entry, Locations locations, Options options, Model model)
      throws IOException {
    long size = blobs.size(open, entry.id());
    try (RequestMemory.Share share = memory.share()) {
      boolean large = size > LIMIT && size <= LARGE_LIMIT && share.take(size * BYTES_EACH);
      FileContent content = blobs.read(open, entry.id(), large ? LARGE_LIMIT : LIMIT);
      model.addAttribute("size", content.size());
      switch (content) {
        case FileContent.Text text when text.lines().size() > MAX_LINES ->
            model.addAttribute("omitted", "large");
        case FileContent.Text text -> text(open, entry, text, locations, options, model);
        case FileContent.Binary _ ->
            model.addAttribute(
                "omitted", RawType.of(entry.path().name(), null).isImage() ? "image" : "binary");
        case FileContent.TooLarge _ -> model.addAttribute("omitted", "large");
      }
    }
  }

  private void text(
      OpenRepository open,
      TreeEntry entry,
      FileContent.Text text,
      Locations locations,
      Options options,
      Model model)
      throws IOException {
    String name = entry.path().name();
    model.addAttribute("lineCount", text.lines().size());
    model.addAttribute("encoding", text.encoding());
    model.addAttribute(
        "turned", text.lines().stream().anyMatch(LineHtml::hasBidirectionalControls));
    if (WellKnownFile.isMarkdown(name) && !options.blame()) {
      model.addAttribute("renderable", true);
      if (!options.source() && text.size() <= LIMIT) {
        model.addAttribute("rendered", readme.render(entry.path(), text, locations).html());
        return;
      }
    }
    var writers =
        options.blame() ? blame.read(open, entry, locations.revision().commit(), model) : null;
    model.addAttribute("pieces", CodePiece.of(name, text.lines(), options.start(), writers));
    model.addAttribute(
        "pieceUrl",
        PathInUrl.join(
            locations.browse(entry.path()),
            options.blame() ? "blame=true" : "",
            options.source() ? "view=source" : ""));
    model.addAttribute("scripts", List.of("/assets/finder.js", "/assets/parts.js"));
  }

  private void symlink(OpenRepository open, TreeEntry entry, Locations locations, Model model)
      throws IOException {
    FileContent content = blobs.read(open, entry.id(), LIMIT);
    String target =
        content instanceof FileContent.Text text && !text.lines().isEmpty()
            ? text.lines().getFirst()
            : "";
    model.addAttribute("symlink", target);
    model.addAttribute("symlinkUrl", target(entry.path(), target, locations));
  }

  private static @Nullable String target(TreePath link, String target, Locations locations) {
    if (target.isEmpty() || target.startsWith("/")) {
      return null;
    }
    List<String> segments = new ArrayList<>(List.of(link.parent().display().split("/", -1)));
    segments.removeIf(String::isEmpty);
    for (String segment : target.split("/", -1)) {
      if (segment.equals("..")) {
        if (segments.isEmpty()) {
          return null;
        }
        segments.removeLast();
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(segment);
      }
    }
    return locations.browse(TreePath.of(String.join("/", segments)));
  }
}
