package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.browse.RawType;
import org.packhouse.app.source.browse.Submodules;
import org.packhouse.app.source.browse.WellKnownFile;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.FileContent;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Fills the page of a file. */
@Component
class FilePage {

  private static final int LIMIT = 1 << 20;

  private final Blobs blobs;
  private final Readme readme;
  private final BlamePage blame;
  private final Submodules submodules;

  FilePage(Blobs blobs, Readme readme, BlamePage blame, Submodules submodules) {
    this.blobs = blobs;
    this.readme = readme;
    this.blame = blame;
    this.submodules = submodules;
  }

  String show(
      OpenRepository open, TreeEntry entry, Locations locations, boolean withBlame, Model model)
      throws IOException {
    TreePath path = entry.path();
    if (withBlame && entry.isFile()) {
      blame.show(open, entry, locations.revision().commit(), model);
    }
    model.addAttribute("entry", entry);
    model.addAttribute("rawUrl", locations.raw(path));
    switch (entry.kind()) {
      case SUBMODULE -> submodule(open, entry, locations, model);
      case SYMLINK -> symlink(open, entry, locations, model);
      default -> file(open, entry, locations, model);
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

  private void file(OpenRepository open, TreeEntry entry, Locations locations, Model model)
      throws IOException {
    FileContent content = blobs.read(open, entry.id(), LIMIT);
    String name = entry.path().name();
    model.addAttribute("size", content.size());
    switch (content) {
      case FileContent.Text text -> {
        model.addAttribute("text", text);
        Language language = Language.of(name);
        model.addAttribute("language", language == null ? null : language.name());
        boolean markdown = WellKnownFile.isMarkdown(name);
        if (markdown && !model.containsAttribute("blame")) {
          model.addAttribute("rendered", readme.render(entry.path(), text, locations).html());
        }
        model.addAttribute("highlight", language == null ? null : language.scripts());
      }
      case FileContent.Binary _ ->
          model.addAttribute("omitted", RawType.of(name, true).isImage() ? "image" : "binary");
      case FileContent.TooLarge _ -> model.addAttribute("omitted", "large");
    }
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
