package org.packhouse.app.web.pullrequest;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.storage.content.Markdown;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.ProxiedImages;
import org.packhouse.app.web.source.CodeBlocks;
import org.packhouse.app.web.source.RelativeLinks;
import org.packhouse.app.web.source.TextLinks;
import org.packhouse.app.web.source.TextReferences;
import org.springframework.stereotype.Component;

/**
 * Renders descriptions and comments from Markdown to sanitised HTML. HTML is shown as text, line
 * ends are kept, and links without a host lead into the repository.
 */
@Component
record CommentText(Markdown markdown, ProxiedImages images, TextReferences.Search references) {

  /** A link to an attachment; REST clients put the repository's id before the number. */
  private static final Pattern ATTACHMENT =
      Pattern.compile("\\]\\(\\s{0,9}attachment:(?:\\d{1,18}/)?(\\d{1,18})(?=[\\s)])");

  private static final String PLACE = "attachment-";

  private static final Markdown.Style STYLE = new Markdown.Style(true, true, false);

  /** Renders a text after resolving the users, commits and issues that it names. */
  String html(String text, RepositoryView view, PullRequest pullRequest) {
    return html(text, view, pullRequest, references.in(List.of(text), view));
  }

  /** Renders a text whose references are resolved already. */
  String html(String text, RepositoryView view, PullRequest pullRequest, TextReferences named) {
    RelativeLinks links =
        new RelativeLinks(Locations.of(view, pullRequest.from().commit()), TreePath.ROOT);
    String files = links.contextPath() + view.link() + "/attachments/";
    String html =
        TextLinks.of(
            markdown.render(
                ATTACHMENT.matcher(text).replaceAll("](" + PLACE + "$1"),
                STYLE,
                new Markdown.Addresses(
                    links.page(""),
                    link -> attached(link, files).orElseGet(() -> links.page(link)),
                    link -> attached(link, files).orElseGet(() -> links.image(link)),
                    images::address)),
            named,
            links.contextPath(),
            links.contextPath() + view.link());
    return CodeBlocks.coloured(html);
  }

  private static Optional<String> attached(String link, String files) {
    return link.matches(PLACE + "\\d{1,18}")
        ? Optional.of(files + link.substring(PLACE.length()))
        : Optional.empty();
  }
}
