package org.packhouse.app.source.browse.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.InvalidRequestException;
import org.packhouse.app.source.browse.WellKnownFile;
import org.packhouse.app.storage.content.Blobs;
import org.packhouse.app.storage.content.FileContent;
import org.packhouse.app.storage.content.Markdown;
import org.packhouse.app.storage.content.Markdown.Addresses;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriUtils;

/** Renders files and texts as safe HTML. */
@Component
class Markup {

  private static final int MAX_SIZE = 1 << 20;

  private final Markdown markdown;
  private final Blobs blobs;

  Markup(Markdown markdown, Blobs blobs) {
    this.markdown = markdown;
    this.blobs = blobs;
  }

  record Options(
      @Nullable String markup,
      @Nullable String htmlEscape,
      @Nullable String includeHeadingId,
      @Nullable String hardwrap) {

    boolean isWanted() {
      return markup != null && (markup.isEmpty() || markup.equalsIgnoreCase("true"));
    }

    Markdown.Style style() {
      return new Markdown.Style(
          !"false".equalsIgnoreCase(hardwrap),
          !"false".equalsIgnoreCase(htmlEscape),
          "true".equalsIgnoreCase(includeHeadingId));
    }
  }

  String render(String text, Options options) {
    return markdown.render(text, options.style(), new Addresses(link -> link, image -> image));
  }

  /** Renders Markdown files, and other text as preformatted. */
  String render(BrowseTarget located, TreeEntry entry, Options options) throws IOException {
    FileContent content = blobs.read(located.open(), entry.id(), MAX_SIZE);
    if (!(content instanceof FileContent.Text text)) {
      throw new InvalidRequestException(
          "The file %s cannot be rendered: it is %s."
              .formatted(
                  InvalidFieldException.quote(entry.path().display()),
                  content instanceof FileContent.Binary
                      ? "binary"
                      : "%d bytes long, and at most %d are rendered"
                          .formatted(content.size(), MAX_SIZE)));
    }
    if (!WellKnownFile.isMarkdown(entry.path().name())) {
      return "<pre>" + HtmlUtils.htmlEscape(text.joined()) + "</pre>";
    }
    TreePath directory = entry.path().parent();
    return markdown.render(
        text.joined(),
        options.style(),
        new Addresses(
            address(located, "browse", directory, ""),
            link -> address(located, "browse", directory, link),
            image -> address(located, "raw", directory, image)));
  }

  private static String address(
      BrowseTarget located, String page, TreePath directory, String link) {
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    int fragment = link.indexOf('#');
    return "%s/projects/%s/repos/%s/%s/%s?at=%s%s"
        .formatted(
            base,
            located.repository().project().key(),
            located.repository().slug(),
            page,
            directory.resolve(link.split("[?#]", 2)[0]).url(),
            UriUtils.encode(located.revision().at(), java.nio.charset.StandardCharsets.UTF_8),
            fragment < 0 ? "" : link.substring(fragment));
  }
}
