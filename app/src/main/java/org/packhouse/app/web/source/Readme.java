package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.browse.WellKnownFile;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.FileContent;
import org.packhouse.app.storage.content.Markdown;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.ProxiedImages;
import org.springframework.stereotype.Component;

/** Finds and renders the README of a directory. */
@Component
record Readme(
    Trees trees,
    Blobs blobs,
    Markdown markdown,
    ProxiedImages images,
    TextReferences.Search references) {

  private static final int LIMIT = 512 << 10;

  /** A rendered file: sanitised {@code html}, or {@code text} to be shown as it is. */
  record Rendered(String name, String url, @Nullable String html, @Nullable String text) {}

  Optional<Rendered> find(OpenRepository repository, TreeEntry directory, Locations locations)
      throws IOException {
    Optional<TreeEntry> entry = WellKnownFile.README.in(trees, repository, directory);
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    FileContent content = blobs.read(repository, entry.get().id(), LIMIT);
    return content instanceof FileContent.Text text
        ? Optional.of(render(entry.get().path(), text, locations))
        : Optional.empty();
  }

  /** Renders Markdown; other text is passed on. */
  Rendered render(TreePath path, FileContent.Text text, Locations locations) {
    String url = locations.browse(path);
    if (!WellKnownFile.isMarkdown(path.name())) {
      return new Rendered(path.name(), url, null, text.joined());
    }
    RelativeLinks links = new RelativeLinks(locations, path.parent());
    String markup = text.joined();
    RepositoryView view = locations.repository();
    String html =
        TextLinks.of(
            markdown.render(
                markup,
                Markdown.Style.OF_FILES,
                new Markdown.Addresses(
                    links.contextPath() + url, links::page, links::image, images::address)),
            references.in(List.of(markup), view),
            links.contextPath(),
            links.contextPath() + view.link());
    return new Rendered(path.name(), url, CodeBlocks.coloured(html), null);
  }
}
