package org.packhouse.app.web.layout;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.Banner;
import org.packhouse.app.identity.administration.Banners;
import org.packhouse.app.storage.content.Markdown;
import org.springframework.stereotype.Component;

/** The administrators' announcement as HTML, rendered once. */
@Component
class Announcement {

  private final Banners banners;
  private final Markdown markdown;
  private final ProxiedImages images;
  private final AtomicReference<Rendered> last = new AtomicReference<>(new Rendered("", ""));

  Announcement(Banners banners, Markdown markdown, ProxiedImages images) {
    this.banners = banners;
    this.images = images;
    this.markdown = markdown;
  }

  private record Rendered(String message, String html) {}

  /** Returns the HTML for signed-in or anonymous readers; null if there is none for them. */
  @Nullable String html(boolean signedIn) {
    return banners
        .find()
        .filter(banner -> banner.isFor(signedIn))
        .map(Banner::message)
        .map(this::render)
        .orElse(null);
  }

  private String render(String message) {
    Rendered rendered = last.get();
    if (!rendered.message().equals(message)) {
      rendered =
          new Rendered(
              message,
              markdown.render(
                  message,
                  Markdown.Style.OF_FILES,
                  new Markdown.Addresses(target -> target, source -> source, images::address)));
      last.set(rendered);
    }
    return rendered.html();
  }
}
