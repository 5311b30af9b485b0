package org.packhouse.app.web.pullrequest;

import org.packhouse.app.networks.pullrequest.PullRequest;
import org.packhouse.app.storage.content.Markdown;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.source.CodeBlocks;
import org.packhouse.app.web.source.RelativeLinks;
import org.springframework.stereotype.Component;

/**
 * Turns what people write of a pull request into HTML: Markdown, in which HTML is text, the end of
 * a line is one, and a link without a host leads into the repository.
 */
@Component
class CommentText {

  private static final Markdown.Style STYLE = new Markdown.Style(true, true, false);

  private final Markdown markdown;

  CommentText(Markdown markdown) {
    this.markdown = markdown;
  }

  /** The HTML, safe to show. */
  String html(String text, RepositoryView view, PullRequest pullRequest) {
    RelativeLinks links =
        new RelativeLinks(Locations.of(view, pullRequest.from().commit()), TreePath.ROOT);
    // A box of a list of tasks needs a name; text cannot hold this tag unescaped.
    return CodeBlocks.coloured(markdown.render(text, STYLE, links::page, links::image))
        .replace("<input type=\"checkbox\"", "<input aria-label=\"Done\" type=\"checkbox\"");
  }
}
